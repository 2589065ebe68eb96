#!/bin/bash
# One node, eight GPUs.
python -m torch.distributed.run --nproc-per-node 8 main.py \
    --ulysses-degree 4 \
    --ring-degree 2 \
    --steps 30
