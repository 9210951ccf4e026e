/** Gives each image a path in an archive, without its extension, that no other image has. */
export function archiveNames(): (image: { id: number; path: string }) => string {
  const given = new Set<string>()
  return ({ id, path }) => {
    const plain = path.replace(/\.[^./]*$/, '')
    const name = given.has(plain.toLowerCase()) ? `${plain}_${id}` : plain
    given.add(name.toLowerCase())
    return name
  }
}

/** A folder for each category: its name without what file systems refuse, and its id where two agree. */
export function categoryFolders(
  categories: readonly { id: number; name: string }[],
): ReadonlyMap<number, string> {
  const counts = Map.groupBy(categories, ({ name }) => folderOf(name).toLowerCase())
  return new Map(
    categories.map(({ id, name }) => {
      const folder = folderOf(name)
      const isAlone = counts.get(folder.toLowerCase())?.length === 1
      return [id, isAlone ? folder : `${folder}_${id}`]
    }),
  )
}

function folderOf(name: string): string {
  return name.replaceAll(/[/\\:*?"<>|]/g, '_').replace(/^\.+|[. ]+$/g, '_')
}
