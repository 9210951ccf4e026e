/** The style sheets that every page of Mantine needs; see apps/web/build. */
declare module 'virtual:mantine-styles' {}
