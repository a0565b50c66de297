/** An arm as every part of the page shows it: the same colour and the same class everywhere. */
import type { ExperimentResult, MeasuredArm } from '../../../experiment/results/experiment-result.ts'
import { html, type Html } from '../../../text/html.ts'
import type { ArmColour } from '../../chart/series.ts'

export interface ArmLook extends MeasuredArm {
  /** From the ninth arm on the colours come again. */
  readonly colour: ArmColour
  /** Class of all that is drawn of it in charts, and name of the box that hides it. */
  readonly group: string
}

const colours: readonly ArmColour[] = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8']

export const armLooks = ({ arms }: ExperimentResult): readonly ArmLook[] =>
  arms.map((arm, index) => ({ ...arm, colour: colours[index % colours.length] ?? 'a1', group: `arm-${index + 1}` }))

/** The name next to a spot of its colour; the name alone of a missing arm. */
export function armName(looks: readonly ArmLook[], name: string): Html {
  const look = looks.find(each => each.name === name)
  return look === undefined ? html`${name}` : html`<span class="arm c${look.colour}">${name}</span>`
}
