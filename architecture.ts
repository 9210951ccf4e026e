/** A set of files with the same rights to import. */
export interface Layer {
  /** Globs; a file belongs to the first layer of the table that has it. */
  readonly files: readonly string[]
  /** The other layers that it may import. */
  readonly may: readonly string[]
  /** The npm packages that it may import. */
  readonly npm: readonly string[] | 'any'
  /** Whether it may import the modules of Node.js. */
  readonly node?: true
  /**
   * The features that the folders at the `*` of `files` may be, from lowest to highest. Each may
   * import those before it.
   */
  readonly features?: readonly string[]
  /** No feature imports another. */
  readonly apart?: true
}

export interface Architecture {
  readonly layers: Readonly<Record<string, Layer>>
}

const pure = [
  'agreement',
  'clock',
  'geometry',
  'raster',
  'annotation',
  'coco',
  'labelling',
  'dicom',
  'hl7',
  'fhir',
  'retina',
  'report',
  'release',
  'contract',
]
const serverParts = ['platform', 'server features', 'server configuration', 'server']
const webParts = ['i18n', 'api', 'ui', 'canvas', 'web features', 'shell', 'screens']

/** The order of the server's features: each may import only those before it. */
const serverFeatures = [
  // People and what they may see.
  'audit',
  'session',
  'mail',
  'datasets',
  'users',
  'sites',
  'user-groups',
  'single-sign-on',
  'account',

  // A photograph and what people and networks say about it.
  'fields',
  'images',
  'categories',
  'models',
  'references',
  'analysis',
  'annotations',
  'annotation-service',
  'prediction',
  'reviews',
  'comments',
  'reports',

  // Other systems and files.
  'mics',
  'fhir',
  'documents',
  'dicom-results',
  'dicomweb',
  'pacs',
  'archives',
  'imports',
  'exports',
  'releases',
  'generate',

  // Work on all of it.
  'tasks',
  'dataset-management',
  'patient-data',
  'integrity',
  'outbox',
  'webhooks',
  'saved-filters',
  'statistics',
  'assignments',
  'adjudication',
  'undo',
  'patients',
  'emergency-access',
  'example-clinic',
  'guide',
  'search',
  'live',
  'system',
  'info',
  'handbook',
]

/**
 * Who may import whom. `npm run check` fails on what is not listed; types count like values.
 * Packages know mathematics and standards, the contract knows the wire, the platform knows
 * machines, features know the product, the roots (main, app, routes) know everybody.
 */
export const architecture: Architecture = {
  layers: {
    agreement: { files: ['packages/agreement/**'], may: ['geometry'], npm: [] },
    clock: { files: ['packages/clock/**'], may: [], npm: [] },
    geometry: { files: ['packages/geometry/**'], may: [], npm: ['clipper2-wasm'] },
    raster: { files: ['packages/raster/**'], may: ['geometry'], npm: [] },
    annotation: {
      files: ['packages/annotation/**'],
      may: ['geometry', 'raster', 'retina'],
      npm: [],
    },
    coco: { files: ['packages/coco/**'], may: ['geometry', 'raster'], npm: [] },
    labelling: { files: ['packages/labelling/**'], may: ['geometry', 'coco'], npm: ['saxes'] },
    retina: { files: ['packages/retina/**'], may: ['geometry', 'raster'], npm: [] },
    dicom: { files: ['packages/dicom/**'], may: ['clock'], npm: [] },
    hl7: { files: ['packages/hl7/**'], may: ['clock'], npm: [] },
    fhir: { files: ['packages/fhir/**'], may: ['clock'], npm: [] },
    contract: { files: ['packages/contract/**'], may: ['clock'], npm: ['zod'] },
    release: { files: ['packages/release/**'], may: ['geometry', 'raster', 'coco'], npm: [] },
    report: { files: ['packages/report/**'], may: ['clock', 'contract', 'retina'], npm: [] },

    platform: {
      files: ['apps/server/src/platform/**'],
      may: ['clock', 'contract', 'coco', 'dicom', 'geometry', 'raster', 'retina'],
      npm: 'any',
      node: true,
    },
    'server features': {
      files: ['apps/server/src/features/*/**'],
      may: ['platform', 'server configuration', ...pure],
      npm: 'any',
      node: true,
      features: serverFeatures,
    },
    'server configuration': {
      files: [
        'apps/server/src/config.ts',
        'apps/server/src/identity-provider.ts',
        'apps/server/src/mail-settings.ts',
        'apps/server/src/roles.ts',
        'apps/server/src/settings-files.ts',
        'apps/server/src/storage-address.ts',
      ],
      may: ['clock', 'contract'],
      npm: ['zod'],
      node: true,
    },
    'server testing': {
      files: ['apps/server/src/testing/**'],
      may: [...serverParts, ...pure],
      npm: 'any',
      node: true,
    },
    server: {
      files: ['apps/server/src/*.ts'],
      may: ['platform', 'server features', 'server configuration', ...pure],
      npm: 'any',
      node: true,
    },

    'command line': {
      files: ['clients/cli/**'],
      may: ['contract'],
      npm: ['zod'],
      node: true,
    },

    i18n: { files: ['apps/web/src/i18n/**'], may: ['clock', 'contract', 'report'], npm: 'any' },
    api: { files: ['apps/web/src/api/**'], may: ['contract', 'i18n', 'ui'], npm: 'any' },
    ui: { files: ['apps/web/src/ui/**'], may: ['clock', 'i18n', 'report'], npm: 'any' },
    canvas: {
      files: ['apps/web/src/canvas/**'],
      may: ['annotation', 'geometry', 'raster', 'retina'],
      npm: 'any',
    },
    'web features': {
      files: ['apps/web/src/features/*/**'],
      may: [
        'api',
        'ui',
        'canvas',
        'i18n',
        'clock',
        'contract',
        'fhir',
        'report',
        'annotation',
        'coco',
        'geometry',
        'raster',
        'retina',
      ],
      npm: 'any',
      features: serverFeatures,
      apart: true,
    },
    shell: {
      files: ['apps/web/src/shell/**'],
      may: ['api', 'ui', 'i18n', 'contract'],
      npm: 'any',
    },
    screens: {
      files: ['apps/web/src/screens/**'],
      may: ['shell', 'web features', 'ui', 'api', 'i18n', 'contract'],
      npm: 'any',
    },
    web: { files: ['apps/web/src/*'], may: [...webParts, 'contract'], npm: 'any' },
    'web build': {
      files: ['apps/web/*.config.ts', 'apps/web/build/**'],
      may: ['web'],
      npm: 'any',
      node: true,
    },
  },
}
