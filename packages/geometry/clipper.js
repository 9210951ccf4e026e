export { default as loadClipper } from 'clipper2-wasm/dist/es/clipper2z.js'
