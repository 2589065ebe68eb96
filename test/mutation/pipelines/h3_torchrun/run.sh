#!/usr/bin/env bash
set -euo pipefail
NPROC=${NPROC:-8}
torchrun --nproc-per-node "$NPROC" --master-port "${PORT:-29511}" main.py
