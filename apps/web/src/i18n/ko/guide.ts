import type { guide as english } from '../en/guide.ts'
import type { Translated } from '../translated.ts'

export const guide: Translated<typeof english> = {
  title: '시작하기',
  progress: '{{total}}단계 중 {{done}}단계 완료',
  failed: '시작 단계를 불러오지 못했습니다',
  hide: '숨기기',
  hideLabel: '시작하기 숨기기 (도움말에서 계속 볼 수 있음)',
  show: '내 영상에 표시',
  skip: '건너뛰기',
  skipOf: '건너뛰기: {{title}}',
  tick: '완료',
  tickOf: '완료: {{title}}',
  reopen: '다시 하기',
  reopenOf: '다시 하기: {{title}}',
  states: { open: '할 일', done: '완료', skipped: '건너뜀' },
  audiences: { administrator: '관리자용', reader: '판독자용' },
  steps: {
    scale: {
      title: '카메라 배율 입력',
      text: '픽셀당 마이크로미터나 화각을 입력하면 혈관 직경이 µm 단위로 측정됩니다.',
    },
    stations: {
      title: 'DICOM 장비 등록',
      text: 'AE 타이틀을 등록한 카메라와 PACS만 데이터셋으로 안저사진을 전송할 수 있습니다.',
    },
    orders: {
      title: '처방 시스템 연결',
      text: '영상에 처방이 연결되고 결과가 병원으로 전송됩니다.',
    },
    accounts: {
      title: '가입 대상 정하기',
      text: '동료의 계정을 만들어 주세요. 누구나 가입하게 하려면 운영자가 ALLOW_REGISTRATION을 설정합니다.',
    },
    backup: {
      title: '백업 설정',
      text: '백업 명령은 시스템 화면에 있습니다. 백업이 실행되면 완료로 표시하세요.',
    },
    open: {
      title: '안저사진 열기',
      text: '오른쪽에 분석 결과가 있으며, 선택하면 안저사진 위에 표시됩니다.',
    },
    analyse: {
      title: '안저사진 분석',
      text: '전체 분석을 누르면 데이터셋의 모든 안저사진이 측정됩니다.',
    },
    correct: {
      title: '결과 수정',
      text: '결과를 열어 주석으로 바꾼 뒤 브러시로 고칩니다.',
    },
    confirm: {
      title: '결과 확인',
      text: '데이터셋의 의료진이 본인 이름으로 보고서를 확인합니다.',
    },
    export: {
      title: '내보내기',
      text: '마스크, COCO, YOLO 파일 또는 측정값 CSV로 내보냅니다.',
    },
  },
}
