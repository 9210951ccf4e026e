import type { models as english } from '#contract/messages/models'

import type { TranslatedMessages } from '../../translated.ts'

export const models: TranslatedMessages<typeof english> = {
  noFile: '폴더에 {{file}} 파일이 없습니다.',
  tooLarge: '{{file}} 파일이 1 GB보다 큽니다.',
  noJson: 'model.json이 JSON 형식이 아닙니다.',
  notAsDescribed: 'model.json이 docs/plug-in-models.md의 설명과 다릅니다: {{detail}}',
  otherFolder: 'model.json의 id는 {{id}}인데 폴더는 {{folder}}입니다. 같은 이름으로 맞춰 주세요.',
  otherDigest:
    '{{file}} 파일의 SHA-256이 model.json의 값과 다릅니다(파일: {{found}}, model.json: {{expected}}). 다른 파일이거나 옮기는 중에 손상되었습니다.',
  noOnnx: '{{file}} 파일은 ONNX 형식이 아니거나 손상되었습니다.',
  externalData:
    '{{file}}의 가중치가 다른 파일에 있습니다. 모든 가중치를 한 파일에 담아 내보내 주세요.',
  foreignOperators: '{{file}} 파일에서 ONNX 표준이 아닌 연산자를 사용합니다: {{domains}}',
  cannotRun: '{{file}} 모델을 실행할 수 없습니다: {{detail}}',
  otherNames: '이름이 서로 다릅니다(model.json: {{described}}, {{file}}: {{found}}).',
  notFloat: '{{name}}의 형식이 {{type}}입니다. float32여야 합니다.',
  notAnImage: '입력 {{name}}의 크기가 {{found}}입니다. 영상은 1 x 3 x 높이 x 너비입니다.',
  noMaps:
    '역할이 {{role}}인 모델은 확률 지도를 출력합니다. model.json에 각 지도의 임계값을 포함한 출력을 적어 주세요.',
  noPlanes: '역할이 {{role}}인 모델에 필요한 지도가 없습니다: {{planes}}',
  noValue:
    '역할이 {{role}}인 모델은 수 하나를 출력합니다. model.json에 단위와 구간을 포함한 출력을 적어 주세요.',
  noImage: '역할이 {{role}}인 모델에는 source가 image인 입력이 필요합니다.',
  selfTestLength: '자체 시험 {{file}}의 수가 {{expected}}개가 아니라 {{found}}개입니다.',
  selfTestDiffers:
    '자체 시험 결과가 기대값과 {{found}}만큼 다릅니다. model.json의 허용 오차는 {{tolerance}}입니다.',
  twice: 'id가 {{id}}인 모델이 이미 다른 폴더에 있습니다.',
  notForTask: '{{id}} 모델이 없거나 이 작업용이 아닙니다.',
  cannotChoose: '{{id}} 모델을 사용할 수 없어 이전 선택을 유지합니다. {{why}}',
  notChecked:
    '모델을 실행하는 프로세스가 중단되어 확인하지 못했습니다. 잠시 후 다시 확인합니다. ({{detail}})',
  noRuntime: '이 컴퓨터에서 모델을 실행할 수 없습니다: {{detail}}',
}
