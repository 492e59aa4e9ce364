"""Named tests and their verdicts."""


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = []
        self._prefix = ""

    def begin(self, prefix):
        self._prefix = prefix + ": "

    def check(self, name, holds, detail=""):
        """One test. `detail` is told only on failure; returns whether it passed."""
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
        """The last line of a run; its exit status."""
        print(f"{self.passed} passed, {len(self.failed)} failed")
        return 1 if self.failed or not self.passed else 0
