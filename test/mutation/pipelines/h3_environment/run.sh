export ULYSSES_DEGREE=4 RING_DEGREE=2
torchrun --nproc-per-node 8 main.py
