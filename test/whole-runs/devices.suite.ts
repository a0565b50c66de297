/** Long tests of devices and benches, in one thread. */
import '../benches/command-line.test.ts'
import '../engine/onnx-invariance.test.ts'
import '../engine/tfjs-laws.test.ts'
import '../engine/tinker/faults.test.ts'
import '../engine/tinker/laws.test.ts'
