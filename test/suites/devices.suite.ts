/** Devices that are compared, in one thread. */
import '../engine/doctor/doctor.test.ts'
import '../engine/doctor/run-part.test.ts'
import '../engine/networks/trainable-network.test.ts'
import '../engine/replicas.test.ts'
import '../engine/twin.test.ts'
import '../model/architectures.test.ts'
import '../model/lora/lora.test.ts'
import '../model/recorded.test.ts'
