# The library and its policies, with the rules compiled in the build:
#   docker build --tag crusoe .
#   docker run --rm --interactive --tty crusoe play marooned
# EXTRAS adds packages, for instance --build-arg EXTRAS=[train] for training (PyTorch, about 3 GB).
FROM python:3.11-slim
ARG EXTRAS=""
ENV CRUSOE_ENV_CACHE=/opt/crusoe/cache PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN useradd --create-home crusoe && install --directory --owner crusoe /opt/crusoe/cache
COPY . /opt/crusoe/source
RUN pip install "/opt/crusoe/source${EXTRAS}" /opt/crusoe/source/zoo
USER crusoe
WORKDIR /home/crusoe
RUN crusoe compile
ENTRYPOINT ["crusoe"]
CMD ["games"]
