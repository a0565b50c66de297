/** Programs that do harm, in one thread. */
import '../sandbox/pyodide-contained.test.ts'
