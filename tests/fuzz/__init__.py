"""Files from outside are damaged in many ways: each must give a playable game or an error of one line."""
