/** Runs in which steps are programs, and programs that do harm. */
import '../run/programs.test.ts'
import '../sandbox/pyodide-contained.test.ts'
