/** A task as plain data: a room with things in it, a goal, and the sentence that says the goal. */

export const goalKinds = [
  'pick_and_place_simple',
  'look_at_obj_in_light',
  'pick_clean_then_place_in_recep',
  'pick_heat_then_place_in_recep',
  'pick_cool_then_place_in_recep',
  'pick_two_obj_and_place',
] as const
/** The original game's names of goals. */
export type GoalKind = (typeof goalKinds)[number]

/** A fixed piece of furniture or appliance. */
export interface Receptacle {
  /** The original's form, e.g. `drawer_bar_02`: its name is the part before `_bar_`. Unique, sorted in lower case. */
  readonly id: string
  /** E.g. `Drawer`, by the tables. */
  readonly kind: string
  /** Where to stand to use it; receptacles can share one. */
  readonly location: string
  readonly openable: boolean
}

/** A thing that may lie somewhere; it can be in several receptacles at once, as in the original's data. */
export interface Thing {
  readonly id: string
  readonly kind: string
  readonly pickupable: boolean
  /** Ids of the receptacles it is in; empty for fixed parts of the room, such as a window. */
  readonly receptacles: readonly string[]
  /** Ids of the movable things it is inside of: only mentioned, never changed; it is taken from its receptacle. */
  readonly inside: readonly string[]
  /** Where it is for slicing and for the list of the floor; `null` where that is never asked. */
  readonly location: string | null
}

export interface HouseholdRoom {
  readonly receptacles: readonly Receptacle[]
  readonly things: readonly Thing[]
  /** The player's first location. */
  readonly start: string
}

export interface Goal {
  readonly kind: GoalKind
  /** The kind of thing wanted, e.g. `Apple`. */
  readonly thing: string
  /** The kind of receptacle it belongs in, or the kind of lamp to look at it under. */
  readonly place: string
}

export interface HouseholdTask {
  readonly room: HouseholdRoom
  readonly goal: Goal
  /** The goal as the player reads it. */
  readonly sentence: string
  /** Steps until an episode is cut off. */
  readonly stepLimit: number
}
