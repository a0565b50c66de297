/** Servers and clients of OpenEnv, in one thread. */
import '../openenv/client.test.ts'
import '../openenv/server-outcome.test.ts'
import '../openenv/recorded-client.test.ts'
import '../openenv/recorded-server.test.ts'
import '../openenv/refusals.test.ts'
import '../openenv/server.test.ts'
