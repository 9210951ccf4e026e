/** Written by the build from the packages that are installed. */
declare module 'virtual:licences' {
  interface LicensedPackage {
    readonly name: string
    readonly version: string
    /** As SPDX writes it, for example 'MIT'. */
    readonly licence: string
    /** Whether it is sent to the browser, whether it runs on the server. */
    readonly browser: boolean
    readonly server: boolean
    /** What its licence and notice files say; empty where it has none. */
    readonly text: string
  }
  export const licences: readonly LicensedPackage[]
}
