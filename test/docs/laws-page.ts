/** docs/laws.md, as it is made from the laws of formulations. */
import { formulationLaws } from '../../src/laws/index.ts'

const intro = `# Laws of formulations

Generated from the laws by \`npm run docs:settings\`. \`rlanything check\` and \`describeFormulation\` apply them ([formulations](formulations.md)).`

export function lawsPage(): string {
  const rows = formulationLaws.map(({ name, severity, part, statement }) => [
    `\`${name}\``,
    severity,
    `\`${part}\``,
    statement.replaceAll('|', '\\|'),
  ])
  const head = ['law', 'severity', 'of', 'says']
  const lines = [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`)
  return [intro, lines.join('\n')].join('\n\n')
}
