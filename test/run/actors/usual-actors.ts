/** The actors of a usual run, and the trainer's place among them, where only what is said counts. */
import type { Observable } from 'rxjs'
import type { RunTests, ToGpu } from '../../../src/contracts/messages/run.ts'
import type { ToAdapter } from '../../../src/curriculum/messages.ts'
import type { ToTrainer } from '../../../src/contracts/messages/calls.ts'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { adapterActor } from '../../../src/curriculum/adapter-actor.ts'
import { observerActor } from '../../../src/reward/kinds/observer-actor.ts'
import { createRoster, type Liveness } from '../../../src/runtime/supervision/roster.ts'
import type { Endpoint } from '../../../src/run/actors/client.ts'
import type { RunActor } from '../../../src/rollout/run-actor.ts'
import { actorsOf, recoveriesOf } from '../../../src/run/actors/roles.ts'

/** What a client sends in a usual run. */
export type Logged = Exclude<ToGpu, { readonly kind: 'sample' }> | ToAdapter | RunTests

const { supervision } = parseRunConfig({})

export const usualActors = (threads = 2, additional: readonly RunActor[] = []): readonly RunActor[] =>
  actorsOf({
    environment: { module: '', options: {} },
    environmentThreads: threads,
    engine: { engine: 'onnx', threads: 1 },
    callMs: 100_000,
    speech: { tokenizers: {} },
    supervision,
    additional: context => [
      observerActor(context),
      adapterActor(context, { attempts: 1, maxTokens: 8, temperature: 1 }),
      ...additional,
    ],
  })

export const usualRecoveries = (threads?: number) => recoveriesOf(usualActors(threads))

export interface Ends {
  readonly inbox: Observable<ToTrainer>
  readonly send: (message: Logged) => void
}

export const endpointOf = ({ inbox, send }: Ends, liveness: Liveness = createRoster()): Endpoint => ({
  inbox,
  send: message => send(message as Logged),
  liveness,
  recoveries: usualRecoveries(),
})
