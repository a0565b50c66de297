import type { Death } from '../errors/death.ts'
import type { Response } from './respond.ts'

/** Events of the actors of a system. */
export type SystemEvent =
  | { readonly kind: 'died'; readonly death: Death; readonly response: Response }
  /** It ended its outbox without being asked to finish; it is not replaced. */
  | { readonly kind: 'exited'; readonly actor: string }
  /** Joined with everybody again. `incarnation` is its number, 1 after the first restart. */
  | { readonly kind: 'restarted'; readonly actor: string; readonly incarnation: number }
