// Browsers start no workers for pages that are opened as files. There the search runs in a hidden frame.
class FrameWorker extends EventTarget {
  constructor(url) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    this.inner = frame.contentWindow;
    this.inner.document.open();
    this.inner.document.write("<body></body>");
    this.inner.document.close();
    this.inner.postMessage = (data) => {
      const event = new MessageEvent("message", { data });
      this.onmessage?.(event);
      this.dispatchEvent(event);
    };
    this.inner.importScripts = (...urls) => Promise.all(urls.map((each) => this.load(each)));
    this.ready = this.load(url);
  }

  load(url) {
    return new Promise((resolve, reject) => {
      const script = this.inner.document.createElement("script");
      Object.assign(script, { src: url, onload: resolve, onerror: reject });
      this.inner.document.body.append(script);
    });
  }

  postMessage(data) {
    this.ready = this.ready.then(() => this.inner.dispatchEvent(new MessageEvent("message", { data })));
  }

  terminate() {}
}

if (location.protocol === "file:") window.Worker = FrameWorker;
