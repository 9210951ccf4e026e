// Removes parts of the installed packages that nothing here reads. Plain JavaScript
// without packages, because it runs right after they are installed, on whatever Node.js started it.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** Folders and files of packages. Licences and manifests stay: the page About and the SBOM read them. */
const unread = [
  // Headers for compiling against Node.js.
  `node-${process.platform}-${process.arch}/include`,
  // The same code again for `require`, and as TypeScript.
  '@mantine/core/cjs',
  '@mantine/dates/cjs',
  '@mantine/hooks/cjs',
  '@simplewebauthn/server/script',
  'nodemailer/dist/cjs',
  'ajv/lib',
  'zod/src',
  'onnxruntime-web/docs',
  'onnxruntime-web/lib',
  'protobufjs/dist',
  // Builds for old browsers.
  '@tanstack/query-core/build/legacy',
  '@tanstack/react-query/build/legacy',
  // Builds for pages, with and without modules, and for profiling.
  'pdfkit/js/pdfkit.browser.js',
  'pdfkit/js/pdfkit.browser.mjs',
  'pdfkit/js/pdfkit.browser.old.js',
  'pdfkit/js/pdfkit.browser.old.mjs',
  'pdfkit/js/pdfkit.old.js',
  'pdfkit/js/pdfkit.standalone.js',
  'react-dom/cjs/react-dom-profiling.development.js',
  'react-dom/cjs/react-dom-profiling.profiling.js',
  // Decoders without WebAssembly.
  '@cornerstonejs/codec-charls/dist/charlsjs.js',
  '@cornerstonejs/codec-charls/dist/charlsjs_decode.js',
  '@cornerstonejs/codec-openjpeg/dist/openjpegjs.js',
  '@cornerstonejs/codec-openjpeg/dist/openjpegjs_decode.js',
  // A package manager of its own.
  'pdfkit/.yarn',
  // Documentation, examples, and the texts of the accessibility checker in other languages.
  'paper/dist/docs',
  'paper/examples',
  'axe-core/locales',
]

/** Folders of which some subfolders are read; the others go. */
const partlyRead = {
  // The PDF of a report is set in two weights.
  '@expo-google-fonts/noto-sans-kr': /^(?:400Regular|700Bold)$/,
  // The network runtime of every system is in its package.
  'onnxruntime-node/bin/napi-v6': new RegExp(`^${process.platform}$`),
  [`onnxruntime-node/bin/napi-v6/${process.platform}`]: new RegExp(`^${process.arch}$`),
}

/** Folders of which some files are read; the others go. */
const partlyReadFiles = {
  // The build for WebAssembly alone, and the program that it runs.
  'onnxruntime-web/dist':
    /^ort(?:\.wasm\.bundle\.min\.mjs|-wasm-simd-threaded\.wasm(?:\.packed)?)$/,
}

/** Large files that the browser unpacks; each is replaced by a gzip file with the suffix .packed. */
const packed = ['onnxruntime-web/dist/ort-wasm-simd-threaded.wasm']

/**
 * Maps for debuggers, the packages' own tests, types of code for `require` and for Flow, archives for
 * linking C programs, and lists of changes. READMEs stay: some are the only place of a licence.
 */
const unreadFiles =
  /\.map$|\.test\.[cm]?[jt]sx?$|\.d\.cts$|\.flow$|\.a$|^(?:CHANGELOG|HISTORY)\.md$/i

/** @param {string} folder node_modules */
export function prunePackages(folder) {
  for (const name of unread) rmSync(path.join(folder, name), { recursive: true, force: true })
  for (const [name, read] of Object.entries(partlyRead)) {
    for (const part of entriesIn(path.join(folder, name))) {
      if (part.isDirectory() && !read.test(part.name)) remove(part)
    }
  }
  for (const [name, read] of Object.entries(partlyReadFiles)) {
    for (const part of entriesIn(path.join(folder, name))) {
      if (part.isFile() && !read.test(part.name)) remove(part)
    }
  }
  for (const name of packed) pack(path.join(folder, name))
  removeUnreadFiles(folder)
}

/** @param {string} folder */
function removeUnreadFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) removeUnreadFiles(place)
    else if (entry.isFile() && unreadFiles.test(entry.name)) rmSync(place)
  }
}

/** @param {string} folder */
function entriesIn(folder) {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
}

/** @param {import('node:fs').Dirent} entry */
function remove({ parentPath, path: folder, name }) {
  rmSync(path.join(parentPath ?? folder, name), { recursive: true })
}

/** @param {string} file */
function pack(file) {
  if (!existsSync(file)) return
  writeFileSync(`${file}.packed`, gzipSync(readFileSync(file), { level: 9 }))
  rmSync(file)
}
