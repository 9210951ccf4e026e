/** About models that are plugged in: why one is refused. */
export const models = {
  noFile: 'The file {{file}} is not in the folder.',
  tooLarge: 'The file {{file}} is larger than 1 GB.',
  noJson: 'model.json is no JSON.',
  notAsDescribed: 'model.json is not as docs/plug-in-models.md describes it: {{detail}}',
  otherFolder:
    'model.json says that the id is {{id}}, but the folder is {{folder}}: give both the same name.',
  otherDigest:
    'The SHA-256 of {{file}} is {{found}}, but model.json says {{expected}}: the file is another one, or was damaged on its way.',
  noOnnx: '{{file}} is no ONNX file, or is damaged.',
  externalData:
    '{{file}} keeps weights in other files. Export the network with all its weights inside.',
  foreignOperators: '{{file}} uses operators that are not ONNX’s own: {{domains}}.',
  cannotRun: '{{file}} cannot be run: {{detail}}',
  otherNames: 'model.json describes {{described}}, but {{file}} has {{found}}.',
  notFloat: '{{name}} has the type {{type}}; it must be float32.',
  notAnImage: 'The input {{name}} has the extents {{found}}; an image is 1 x 3 x height x width.',
  noMaps:
    'A model of the role {{role}} gives planes of probabilities: model.json must describe an output with a threshold for each of them.',
  noPlanes: 'A model of the role {{role}} needs planes that this one does not have: {{planes}}.',
  noValue:
    'A model of the role {{role}} gives one number: model.json must describe an output with its unit and bands.',
  noImage: 'A model of the role {{role}} needs an input with the source image.',
  selfTestLength: 'The self-test {{file}} has {{found}} numbers instead of {{expected}}.',
  selfTestDiffers:
    'The self-test differs from what is expected by {{found}}, more than the {{tolerance}} that model.json allows.',
  twice: 'Another folder has a model with the id {{id}} already.',
  notForTask: 'The model {{id}} is not there, or is not for this task.',
  cannotChoose: 'The model {{id}} cannot be used, so the choice stays as it was. {{why}}',
  notChecked:
    'The network could not be checked, because the process that runs networks ended. It is checked again shortly. ({{detail}})',
  noRuntime: 'No network can be run on this machine: {{detail}}',
} as const
