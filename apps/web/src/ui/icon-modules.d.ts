/** An icon of Tabler's by its name, for example `virtual:icon/arrow-up`; see apps/web/build/tabler-icons.ts. */
declare module 'virtual:icon/*' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- An import takes no relative path here.
  const Icon: import('./icon.tsx').Icon
  export default Icon
}
