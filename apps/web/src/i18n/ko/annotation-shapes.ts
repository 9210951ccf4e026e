import type { shapeCommands as enCommands, shapeTexts as enTexts } from '../en/annotation-shapes.ts'
import type { Translated } from '../translated.ts'

export const shapeCommands: Translated<typeof enCommands> = {
  separate: '떨어진 조각으로 나누기',
  merge: '합치기',
  smooth: '윤곽 다듬기',
  simplify: '윤곽 단순화',
  fillHoles: '구멍 채우기',
  flipVessel: '세동맥과 세정맥 바꾸기',
  takeRefused: '넓은 영역도 선택',
  imageSettings: '영상 설정',
  minimap: '확대 중 전체 보기',
  toFront: '맨 앞으로',
  forward: '앞으로',
  backward: '뒤로',
  toBack: '맨 뒤로',
}

export const shapeTexts: Translated<typeof enTexts> = {
  shapeMenu: '모양 바꾸기',
  minimap: '전체 보기: 누르거나 끌어서 화면 이동',
  needsSelectionTitle: '선택한 주석이 없습니다',
  needsSelection: '순서를 바꿀 주석을 선택해 주세요.',
  atTheEndTitle: '더 옮길 수 없습니다',
  atTheEnd: '그 방향으로 겹치는 다른 주석이 없습니다.',
  isLockedTitle: '잠겨 있습니다',
  isLocked: '주석 또는 분류가 잠겨 있습니다. 바꾸려면 목록에서 잠금을 해제해 주세요.',
  lock: '잠그기',
  unlock: '잠금 해제',
  unlockOf: '{{name}} 잠금 해제',
  opacityOfAnnotations: '불투명도',
  needsAreaTitle: '선택한 영역이 없습니다',
  needsArea: '영역이 있는 주석을 선택해 주세요.',
  needsPartsTitle: '나눌 것이 없습니다',
  needsParts: '선택한 주석은 모두 한 조각입니다. 나누려면 주석을 가로지르는 선을 그려 주세요.',
  needsFieldsTitle: '답할 항목이 없습니다',
  needsFields: '이 데이터셋에는 영상 항목이 없습니다. 소유자가 데이터셋 설정에서 추가합니다.',
  needsVesselTitle: '선택한 세동맥이나 세정맥이 없습니다',
  needsVessel:
    '분류가 세동맥이나 세정맥을 나타내는 혈관을 선택해 주세요. 데이터셋에 두 분류가 모두 있어야 합니다.',
  proposedTitle: '분석 결과의 분류: {{name}}',
  proposed: '바꾸려면 주석 메뉴의 세동맥과 세정맥 바꾸기 또는 그 단축키를 사용해 주세요.',
  needsHolesTitle: '구멍이 없습니다',
  needsHoles: '선택한 주석에는 구멍이 없습니다.',
  needsSeveralTitle: '합칠 것이 없습니다',
  needsSeveral:
    'Shift를 누른 채 클릭하여 같은 분류의 주석을 둘 이상 선택해 주세요. 특징점은 마지막 주석에만 있을 수 있습니다.',
  tooLargeTitle: '배경처럼 넓은 영역입니다',
  tooLarge:
    '마술봉이 선택할 수 있는 사진 비율보다 넓어서 아무것도 바꾸지 않았습니다. 임계값을 낮추면 더 좁게 선택합니다. 그래도 선택하려면: {{keys}}',
  unchangedTitle: '바뀐 것이 없습니다',
  unchanged: {
    split: '선이 선택한 주석을 가로지르지 않습니다.',
    separate: '선택한 주석은 모두 한 조각입니다.',
    merge: '주석을 합치지 않았습니다.',
    smooth: '윤곽이 이미 매끄럽습니다. 설정에서 값을 키우면 더 다듬습니다.',
    simplify: '윤곽의 점이 모두 필요합니다. 설정에서 값을 키우면 더 줄입니다.',
    fillHoles: '선택한 주석에는 구멍이 없습니다.',
  },
}
