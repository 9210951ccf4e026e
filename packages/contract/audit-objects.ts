import type { ActionName } from './audit-actions.ts'
import { fieldNames } from './field-names.ts'

const named = (en: string, ko: string): ActionName => ({ en, ko })

/** Names of the kinds of objects in the audit trail: nouns of the product, and of the paths of its calls. */
export const auditObjects: ReadonlyMap<string, ActionName> = new Map(
  Object.entries({
    administration: named('Administration', '관리'),
    annotation: named('Annotation', '주석'),
    assignment: named('Assignment', '판독 배정'),
    case: named('Case of an assignment', '배정된 증례'),
    category: named('Category', '분류'),
    comment: named('Comment', '댓글'),
    dataset: named('Dataset', '데이터셋'),
    dicomweb: named('DICOMweb', 'DICOMweb'),
    document: named('Document', '문서'),
    events: named('Live updates', '실시간 업데이트'),
    'emergency-access': named('Emergency access', '응급 접근'),
    'example-clinic': named('Example clinic', '예시 클리닉'),
    export: named('Export', '내보내기'),
    group: named('Group of users', '사용자 그룹'),
    image: named('Image', '영상'),
    letter: named('Message', '메시지'),
    mics: named('Order system', '처방 시스템'),
    model: named('Model', '모델'),
    patient: named('Patient', '환자'),
    release: named('Release', '릴리스'),
    report: named('Report', '보고서'),
    result: named('Result', '결과'),
    site: named('Site', '기관'),
    station: named('Station', '장비'),
    stream: named('Live updates', '실시간 업데이트'),
    task: named('Task', '작업'),
    thread: named('Comments', '댓글 대화'),
    token: named('Access token', '액세스 토큰'),
    twins: named('Images with the same UID', '같은 UID의 영상'),
    undo: named('Deleted objects', '삭제한 항목'),
    user: named('Account', '계정'),
    webhook: named('Webhook', '웹훅'),
    webhooks: named('Webhooks', '웹훅'),
  }),
)

const details: ReadonlyMap<string, ActionName> = new Map(
  Object.entries({
    access_token: named('Access token', '액세스 토큰'),
    account: named('Account', '계정'),
    analysis_id: named('Analysis', '분석'),
    annotations: named('Annotations', '주석'),
    applied: named('Applied', '적용'),
    second_factor: named('Second factor', '2단계 인증'),
    changed: named('Changed', '변경'),
    changes: named('Changes', '변경 수'),
    copied_from: named('Copied from image', '원본 영상'),
    criteria: named('Searched by', '조회 조건'),
    dry_run: named('Trial run', '시험 실행'),
    expires: named('Expires', '만료일'),
    file: named('File', '파일'),
    groups: named('Groups', '그룹'),
    images: named('Images', '영상'),
    instance: named('Instance', '인스턴스'),
    joined: named('Joined', '추가'),
    joinedGroups: named('Joined the groups', '추가된 그룹'),
    kind: named('Kind', '종류'),
    left: named('Left', '제외'),
    leftGroups: named('Left the groups', '제외된 그룹'),
    orders: named('Orders', '처방'),
    patient: named('Patient ID', '등록번호'),
    path: named('Path', '경로'),
    read: named('Read', '읽은 항목'),
    reason: named('Reason', '사유'),
    roles: named('Roles', '역할'),
    set_aside: named('Set aside', '제외한 영상'),
    station: named('Station', '장비'),
    scopes: named('Allowed to', '허용된 작업'),
    datasets: named('Datasets', '데이터셋'),
    token_name: named('Access token', '액세스 토큰'),
    uid: named('UID', 'UID'),
    version: named('Version', '버전'),
  }),
)

/** The name of a kind of object; an unknown one is shown under its key. */
export function objectName(type: string, language: keyof ActionName): string {
  return auditObjects.get(type)?.[language] ?? type
}

/** The name of a detail of an entry; an unknown one is shown under its key. */
export function detailName(key: string, language: keyof ActionName): string {
  return (details.get(key) ?? fieldNames[key])?.[language] ?? key
}
