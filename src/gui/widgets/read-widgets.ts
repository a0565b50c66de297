import { parseTree } from '../tree/parse-tree.ts'
import { widgetTree, type WidgetTree } from './widget-tree.ts'
import { isRangeError } from '../../contracts/built-in-error.ts'

/** Most letters of a tree that is drawn. */
const maxLetters = 200_000

/** The widgets of a page from its text; `null` where it is none, or too long to be drawn. */
export function readWidgets(tree: string): WidgetTree | null {
  if (tree.length > maxLetters) return null
  try {
    return widgetTree(parseTree(tree))
  } catch (error) {
    if (isRangeError(error)) return null
    throw error
  }
}
