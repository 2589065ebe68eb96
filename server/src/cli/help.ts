/** What `--help` prints. */

export const generalHelp = `Shardlint finds sequence-parallel, packed-sequence and attention-block mistakes in Python pipelines.

shardlint check [PATH ...]             check Python files and folders (default: .)
shardlint explain RULE                 print a rule's page
shardlint explain --traceback [FILE]   say what a run-time error means (default: standard input)
shardlint rules                        list the rules
shardlint server --stdio               start the language server
shardlint --version

shardlint COMMAND --help says more about a command.
`;

export const checkHelp = `shardlint check [PATH ...]    check Python files and folders (default: .)

Output
  --output-format FORMAT   text (default), concise, json, sarif, github or gitlab
  --output-file FILE       write there, not to standard output
  --explain                print how each finding follows
  --stats                  print files, lines, functions, times and memory to standard error

What is known of the run
  --launch KEY=VALUE,...   num_gpus, tp_size, sp_degree, ulysses_degree, ring_degree, kv_gather_degree,
                           dp_size, cfg_parallel_degree, world_size
  --gpu-arch ARCH          sm80, sm90, sm100, sm110 or sm120; may be repeated
  --library NAME=VERSION   such as flash-attn-4=4.0.0b27; may be repeated
  --contracts DIR          further contracts; may be repeated
  --environment DIR        a virtual environment or a folder of installed packages whose source may be read

Which findings
  --select RULE            only these rules; may be repeated
  --ignore RULE            not these rules; may be repeated
  --severity RULE=LEVEL    error, warning, information, hint or off; may be repeated
  --fail-on LEVEL          the lowest severity for exit status 1 (default: warning), or never
  --baseline FILE          hide the findings recorded in FILE
  --write-baseline         record the findings in that FILE

Fixes
  --fix                    apply the preferred fixes
  --diff                   print what --fix would change, and change nothing

Configuration
  --config FILE            instead of the nearest shardlint.toml or pyproject.toml
  --no-config              no configuration file

Exit status: 0 nothing at or above --fail-on; 1 findings; 2 wrong usage, unreadable path or
configuration; 3 internal error.
`;

export const explainHelp = `shardlint explain RULE                 print a rule's page
shardlint explain --traceback [FILE]   read a traceback or a log (default: standard input); say which rule each
                                       known error belongs to, what it tells about the launch, what to do, and
                                       which of the named files that are here have the cause
`;

export const rulesHelp = `shardlint rules    list the rules

  --output-format FORMAT   text (default) or json
`;

export const serverHelp = `shardlint server --stdio    start the language server; editors speak to it over standard input and output
`;
