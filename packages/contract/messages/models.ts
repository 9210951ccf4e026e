/** About models that are plugged in: why one is refused. */
export const models = {
  noFile: 'The file {{file}} is not in the folder.',
  tooLarge: 'The file {{file}} is larger than 1 GB.',
  noJson: 'model.json is not JSON.',
  notAsDescribed: 'model.json does not match docs/plug-in-models.md: {{detail}}',
  otherFolder:
    'model.json has the id {{id}}, but the folder is {{folder}}. Give both the same name.',
  otherDigest:
    'The SHA-256 of {{file}} is {{found}}, but model.json has {{expected}}: the file was replaced, or damaged in transit.',
  noOnnx: '{{file}} is not an ONNX file, or is damaged.',
  externalData:
    '{{file}} stores weights in other files. Export the network with all weights inside.',
  foreignOperators: '{{file}} uses operators that are not part of ONNX: {{domains}}.',
  cannotRun: '{{file}} cannot be run: {{detail}}',
  otherNames: 'model.json describes {{described}}, but {{file}} has {{found}}.',
  notFloat: '{{name}} has the type {{type}}; it must be float32.',
  notAnImage: 'The input {{name}} has the shape {{found}}; an image is 1 x 3 x height x width.',
  noMaps:
    'A model with the role {{role}} outputs planes of probabilities: model.json must describe an output with a threshold for each.',
  noPlanes: 'A model with the role {{role}} needs planes that this one lacks: {{planes}}.',
  noValue:
    'A model with the role {{role}} outputs one number: model.json must describe an output with its unit and bands.',
  noImage: 'A model with the role {{role}} needs an input with the source image.',
  selfTestLength: 'The self-test {{file}} has {{found}} numbers instead of {{expected}}.',
  selfTestDiffers:
    'The self-test differs from the expected output by {{found}}, more than the {{tolerance}} that model.json allows.',
  twice: 'Another folder has a model with the id {{id}} already.',
  notForTask: 'The model {{id}} is missing, or is not for this task.',
  cannotChoose: 'The model {{id}} cannot be used, so the previous choice stays. {{why}}',
  notChecked:
    'The network could not be checked because the process that runs networks ended. It will be checked again shortly. ({{detail}})',
  noRuntime: 'No network can run on this machine: {{detail}}',
} as const
