import path from 'node:path'

type Checklist = Readonly<
  Record<number, { name: string; proofs: readonly (readonly [file: string, ...string[]])[] }>
>

/**
 * The requirements as a Markdown table, with links to the files of their tests.
 * @param folder the page's folder, from which the links lead
 */
export function tableOfRequirements(checklist: Checklist, folder: string): string {
  const rows = Object.entries(checklist).map(([number, { name, proofs }]) => {
    const links = proofs.map(
      ([file]) => `[${path.posix.basename(file)}](${path.posix.relative(folder, file)})`,
    )
    return `| ${number} | ${name} | ${links.join(', ')} |`
  })
  return ['| | Requirement | Tests |', '| --- | --- | --- |', ...rows].join('\n')
}
