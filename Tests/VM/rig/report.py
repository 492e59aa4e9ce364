"""Prints and counts the results of named checks."""


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = []
        self._prefix = ""

    def begin(self, prefix):
        self._prefix = prefix + ": "

    def check(self, name, holds, detail=""):
        """Reports the result of a check, with `detail` if it failed. Returns whether it passed."""
        full = f"{self._prefix}{name}"
        if holds:
            self.passed += 1
            print(f"ok      {full}", flush=True)
        else:
            self.failed.append(full)
            print(f"FAILED  {full}", flush=True)
            for line in str(detail).strip().splitlines():
                print(f"        {line}", flush=True)
        return bool(holds)

    def end(self):
        """Prints the last line of a run and returns its exit status."""
        print(f"{self.passed} passed, {len(self.failed)} failed")
        return 1 if self.failed or not self.passed else 0
