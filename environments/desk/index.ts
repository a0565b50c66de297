/** The desk: a desktop of five applications, read and used as a browser's page is. See README.md. */
import type { Environment } from '../../src/contracts/worlds/environment.ts'
import { deskEditNames, editDeskTask } from './edits/edits.ts'
import { generateDeskTask, isWinnable } from './generation/generate.ts'
import { parseDeskTask } from './tasks/parse.ts'
import { inCalls } from './kernel/in-calls.ts'
import { beginDesk, fullText, playAction } from './kernel/play.ts'
import { aliasLanguages, deskLanguage } from './wording/language.ts'
import { deskChoices, type DeskOptions } from './generation/options.ts'
import { admissibleActions } from './expert/admissible.ts'
import { expertAction, labelDeskStep } from './expert/label.ts'
import { deskPrompts } from './prompts.ts'
import { deskProposals } from './proposals/proposals.ts'
import type { DeskState } from './screen/state.ts'
import { isGranted, type DeskTask } from './tasks/task.ts'
import { aliased } from './wording/aliased.ts'
import { describeTask } from './wording/describe.ts'

/** @throws {RangeError} if an option is unknown or out of range. */
export function desk(options: DeskOptions = {}): Environment<DeskTask, DeskState> {
  const chosen = deskChoices(options)
  const { observe, dialect, aliases } = chosen
  const told = observe === 'changes' && dialect === 'names' ? 'names' : observe
  const world: Environment<DeskTask, DeskState> = {
    name: 'desk',
    language: deskLanguage,
    generate: (split, random) => generateDeskTask(chosen, split, random),
    parseTask: parseDeskTask,
    describe: describeTask,
    stepLimit: task => task.stepLimit,
    start: task => {
      const { state, observation } = beginDesk(task, told)
      return { state, observation: `${describeTask(task)}\n${observation}` }
    },
    step: (state, action) => {
      const { state: next, observation } = playAction(state, action, told)
      return { state: next, observation, won: isGranted(next.task, next.data) }
    },
    admissible: state => admissibleActions(state, dialect),
    expert: state => expertAction(state, dialect),
    label: labelDeskStep,
    editNames: deskEditNames,
    edit: editDeskTask,
    valid: isWinnable,
    prompts: deskPrompts(dialect),
    proposals: deskProposals,
    screen: (state, action) => ({ tree: fullText(state), calls: inCalls(state, action) }),
  }
  return aliases === 'none' ? world : aliased(world, aliasLanguages[aliases])
}

export default desk
export { optionsSchema } from './generation/options.ts'
export { playablePage } from './page/playable-page.ts'
export type { DeskOptions, DeskState, DeskTask }
export type { Bids } from '../../src/gui/tree/bids.ts'
export type { Aliased } from './generation/options.ts'
export type { ActionDialect } from './expert/move.ts'
export type { Caret, Spot } from './screen/state.ts'
export type { Arrangement } from './tasks/arrangement.ts'
export type { CalendarEvent, Contact, DeskData, Mail, SentMail, StoredFile } from './tasks/data.ts'
export type { Predicate, Source } from './tasks/predicate.ts'
export type { AppName, FormName, LabelName, PageName, SettingName } from './tasks/tables.ts'
export type { HintLevel } from './tasks/task.ts'
