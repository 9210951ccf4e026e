import type { Words } from './words.ts'

/** Texts of the page for the patient. */
export const handout: Words['handout'] = {
  title: '안저사진 안내문',
  lookedAt: '살펴본 부위',
  lookedAtLine: '컴퓨터 프로그램이 살펴본 부위: {{parts}}.',
  found: '알게 된 내용',
  nothingStands: '이 눈에 대한 프로그램의 결과가 없습니다.',
  sure: '얼마나 확실한가',
  confirmed: '{{name}} 님이 {{when}}에 프로그램의 결과를 읽고 확인했습니다.',
  inexact: '사진에서 잰 값에는 항상 오차가 있습니다.',
  oneEye: '한쪽 눈에 대한 안내문입니다.',
  notMeaning: '이 결과가 뜻하지 않는 것',
  notDiagnosis: '이 안내문은 의사의 판단을 대신하지 않으며, 어떤 병이 없다는 뜻도 아닙니다.',
  treatment: '이 안내문만 보고 치료를 시작하거나 바꾸거나 중단하지 마세요.',
  next: '앞으로 하실 일',
  writtenBy: '{{name}} 님, {{when}}',
}
