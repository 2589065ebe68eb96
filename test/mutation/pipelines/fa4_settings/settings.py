"""Sizes that mask and kernel share."""

Q_TILE = 128
KV_TILE = 64
Q_BLOCK = 2 * Q_TILE
KV_BLOCK = 64  #@ kvimported
