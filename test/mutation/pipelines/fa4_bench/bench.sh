for length in 4096 8192 16384; do
  python bench.py --length "$length" --tile-n 128
done
