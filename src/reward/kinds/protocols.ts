/** The kinds of reward model, by name; the parts of a world decide the kind. */
import type { ObserverProtocol } from '../../contracts/messages/run.ts'
import type { Renderer } from '../../model/renderers/renderer.ts'
import type { NoteProtocol, NoteProtocolFactory } from '../note-protocol.ts'
import { unitTestProtocol } from '../unit-tests/prompt.ts'
import { verdictProtocol } from '../verdicts/prompt.ts'

const protocols: Readonly<Record<ObserverProtocol, NoteProtocolFactory>> = {
  verdicts: verdictProtocol,
  'unit-tests': unitTestProtocol,
}

/** How the reward model of a world observes its steps. */
export const protocolOf = ({ unitTesting }: { readonly unitTesting?: unknown }): ObserverProtocol =>
  unitTesting === undefined ? 'verdicts' : 'unit-tests'

/** @throws {RangeError} if there is no such protocol, or the model cannot follow it. */
export function noteProtocol(name: ObserverProtocol, renderer: Renderer): NoteProtocol {
  if (!Object.hasOwn(protocols, name))
    throw new RangeError(`protocol must be one of ${Object.keys(protocols).join(', ')}, got ${name}`)
  return protocols[name](renderer)
}
