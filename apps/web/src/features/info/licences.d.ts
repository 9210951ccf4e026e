/** Written by the build from the installed packages. */
declare module 'virtual:licences' {
  interface LicensedPackage {
    readonly name: string
    readonly version: string
    /** An SPDX expression, such as 'MIT'. */
    readonly licence: string
    /** Whether it is part of the browser's code or runs on the server. */
    readonly browser: boolean
    readonly server: boolean
    /** Text of its licence and notice files; empty if it has none. */
    readonly text: string
  }
  export const licences: readonly LicensedPackage[]
}
