/** Games recorded from the original engine, if they lie beside the project. */
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { GoalKind, HouseholdTask } from '../../../environments/household/tasks/task.ts'

/** A room and a goal as the recorder wrote them; pairs are of ids. */
interface RecordedRoom {
  readonly type: GoalKind
  readonly obj: string
  readonly recep: string
  readonly toggle: string
  readonly desc: string
  readonly start: string
  readonly recs: readonly {
    readonly id: string
    readonly type: string
    readonly loc: string
    readonly openable: boolean
  }[]
  readonly objs: readonly { readonly id: string; readonly type: string; readonly pickupable: boolean }[]
  readonly inrec: readonly (readonly [string, string])[]
  readonly inobj: readonly (readonly [string, string])[]
  readonly oal: readonly (readonly [string, string])[]
}

export interface RecordedGame {
  readonly spec: RecordedRoom
  readonly tr: readonly {
    readonly cmd: string | null
    readonly obs: string
    readonly adm: readonly string[]
    readonly won: boolean
  }[]
}

const file = '../shared/conformance/household-games.jsonl.gz'

/** The recordings, none where there is no such file. */
export function recordedGames(): readonly RecordedGame[] {
  if (!existsSync(file)) return []
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')
  return lines.map(line => JSON.parse(line) as RecordedGame)
}

/** A recording's room and goal as a task of ours. */
export function recordedTask(spec: RecordedRoom): HouseholdTask {
  const having = (pairs: readonly (readonly [string, string])[], id: string) =>
    pairs.filter(([inner]) => inner === id).map(([, outer]) => outer)
  return {
    room: {
      receptacles: spec.recs.map(({ id, type, loc, openable }) => ({ id, kind: type, location: loc, openable })),
      things: spec.objs.map(({ id, type, pickupable }) => ({
        id,
        kind: type,
        pickupable,
        receptacles: having(spec.inrec, id),
        inside: having(spec.inobj, id),
        location: having(spec.oal, id)[0] ?? null,
      })),
      start: spec.start,
    },
    goal: { kind: spec.type, thing: spec.obj, place: spec.type === 'look_at_obj_in_light' ? spec.toggle : spec.recep },
    sentence: spec.desc.trim(),
    stepLimit: 100,
  }
}
