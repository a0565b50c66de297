import test from 'ava'
import { firstValueFrom, of, type Observable } from 'rxjs'
import type { Acted, Failed, Observed } from '../../../src/contracts/messages/run.ts'
import { fromFunction, functionAnswers, type PolicyFunction } from '../../../src/rollout/episode/from-function.ts'
import { rootKey } from '../../../src/math/random.ts'

const turn: Observed = {
  kind: 'observed',
  to: 'policy',
  from: 'environment/0',
  id: '1',
  observation: 'a door',
  agent: 'policy',
  step: 2,
  sampling: { model: 'policy', key: rootKey(1), temperature: 1, topP: 1, maxTokens: 8 },
}
const answers = (act: unknown): Observable<Acted | Failed> => functionAnswers(act as PolicyFunction, 'mine', of(turn))

test('an action that is no text is a failure with the value found; of a module’s actor, with what to give instead', async t => {
  const look = (): string => 'look'
  t.like(await firstValueFrom(answers(look)), { kind: 'acted', action: 'look', to: 'environment/0', from: 'mine' })
  const wrong: readonly (readonly [act: unknown, reason: string])[] = [
    [() => 42, 'a policy must give an action as text, got 42'],
    [() => undefined, 'a policy must give an action as text, got undefined'],
    [
      fromFunction(look),
      'a policy must give an action as text, got a function: fromFunction is for modules, and play takes the function itself',
    ],
  ]
  for (const [act, reason] of wrong)
    t.like(await firstValueFrom(answers(act)), {
      kind: 'failed',
      failure: { kind: 'crashed', actor: 'policy', reason },
    })
})
