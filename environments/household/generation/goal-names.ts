import type { GoalKind } from '../tasks/task.ts'

/** Short names of goals, as options and tables of results use them. */
export const goalNames = {
  place: 'pick_and_place_simple',
  light: 'look_at_obj_in_light',
  clean: 'pick_clean_then_place_in_recep',
  heat: 'pick_heat_then_place_in_recep',
  cool: 'pick_cool_then_place_in_recep',
  two: 'pick_two_obj_and_place',
} as const satisfies Record<string, GoalKind>
export type GoalName = keyof typeof goalNames
