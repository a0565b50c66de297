/** All that commands ask for. */
export * from './index.ts'
export { diagnose } from '../run/failures/diagnose.ts'
export { examineService } from '../engine/doctor/examine-service.ts'
export { examineRun } from '../run/examine-run.ts'
export { createGateway } from '../gateway/server/create-gateway.ts'
export { serveEngine } from '../serve/serve-engine.ts'
export { replay } from '../run/failures/replay.ts'
