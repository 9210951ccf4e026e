import type { Translated } from '../translated.ts'
import type { roles as enRoles } from '../en/roles.ts'

export const roles: Translated<typeof enRoles> = {
  role: '역할',
  roleOf: '{{username}} 역할',
  names: {
    owner: '소유자',
    clinician: '의료진',
    grader: '판독자',
    viewer: '열람자',
    administrator: '관리자',
  },
  about: {
    owner: '데이터셋을 관리하고 결과를 확인하거나 반려합니다.',
    clinician: '주석을 달고 결과를 확인하거나 반려합니다.',
    grader: '주석을 달고, 분석하고, 영상을 추가하고, 내보냅니다.',
    viewer: '모두 볼 수 있지만 아무것도 바꿀 수 없습니다.',
    administrator:
      '모든 데이터셋을 관리하지만, 결과 확인은 의료진으로 지정된 데이터셋에서만 할 수 있습니다.',
  },
  rights: {
    view: '영상, 주석, 결과, 보고서, 문서 보기',
    annotate: '주석, 라벨, 항목 값 입력, 주석 가져오기, 데이터셋의 분류 선택',
    collect:
      '영상 추가(업로드, 압축 파일, PACS, 스캔, DICOMweb), 환자 정보 수정, 처방 선택, 영상과 문서의 삭제 및 복원',
    analyse: '분석 시작, 다시 측정, 작업 취소와 재시도',
    export: '가명 처리한 데이터 내보내기, 내보낸 파일 다운로드와 삭제',
    send: '영상과 결과를 보관 서버, 처방 시스템, FHIR 서버로 전송',
    review: '결과 확인과 반려, 환자용 다음 단계 작성',
    configure: '설정, 항목, 모델 변경, 표로 환자 정보 입력, 메타데이터 초기화',
    share: '데이터셋 공유와 역할 변경',
    identify: '환자를 식별할 수 있는 데이터 내보내기',
    delete: '데이터셋 삭제와 복원',
  },
  yours: '내 역할: {{role}}',
  notAllowed: '현재 역할로는 할 수 없습니다',
  readOnly: '이 영상은 보기만 할 수 있습니다',
  readOnlyHint:
    '이 데이터셋의 열람자입니다. 판독자 역할이 필요하면 소유자 {{owner}} 님에게 요청해 주세요.',
}
