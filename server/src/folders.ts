/** Folders that hold nothing a user means to be looked at: other people's code, caches and version control. */
export const skippedFolders: ReadonlySet<string> = new Set([
  ...[".git", ".hg", ".svn", ".jj", ".tox", ".nox", ".venv", ".direnv", ".eggs", ".ipynb_checkpoints"],
  ...[".mypy_cache", ".pytest_cache", ".ruff_cache", ".pytype", ".vscode-test"],
  ...["__pycache__", "__pypackages__", "node_modules", "site-packages", "dist-packages"],
]);

/** Files that only the folder of a virtual environment has. */
export const environmentMarks: ReadonlySet<string> = new Set(["pyvenv.cfg", "conda-meta"]);
