import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { isRight } from '#contract/roles'

import { dicomwebCalls } from './every-dicomweb-call.ts'
import type { Account } from './given.ts'
import { goodPassword, pngOf } from './given.ts'
import { type Input, missing, nothing, type World } from './world.ts'

const someUuid = '5f0c1f3e-7d9a-4a51-9c2e-0d1b2a3c4d5e'

/** How each call about somebody's data names its object. */
export const callsAboutData: Record<string, (id: World) => Input> = {
  updateDataset: (id) => ({ params: { id: id.dataset }, body: {} }),
  deleteDataset: (id) => ({ params: { id: id.dataset } }),
  nameClinicians: (id) => ({ params: { id: id.dataset }, body: { users: [] } }),
  listSavedFilters: (id) => ({ params: { id: id.dataset } }),
  saveFilter: (id) => ({ params: { id: id.dataset }, body: { name: 'mine', query: {} } }),
  listWebhooks: (id) => ({ params: { id: id.dataset } }),
  createWebhook: (id) => ({
    params: { id: id.dataset },
    body: { url: 'https://receiver.example/', events: ['image.added'] },
  }),
  changeWebhook: (id) => ({ params: { id: id.dataset, webhook: missing }, body: {} }),
  deleteWebhook: (id) => ({ params: { id: id.dataset, webhook: missing } }),
  renewWebhookSecret: (id) => ({ params: { id: id.dataset, webhook: missing } }),
  testWebhook: (id) => ({ params: { id: id.dataset, webhook: missing } }),
  listWebhookDeliveries: (id) => ({ params: { id: id.dataset, webhook: missing } }),
  deliverToWebhookAgain: (id) => ({
    params: { id: id.dataset, webhook: missing, delivery: missing },
  }),
  listAssignments: (id) => ({ params: { id: id.dataset } }),
  createAssignment: (id) => ({
    params: { id: id.dataset },
    body: { name: 'x', readers: ['nobody'], outlines: true },
  }),
  getAssignment: (id) => ({ params: { id: id.dataset, assignment: missing } }),
  listAssignedCases: (id) => ({ params: { id: id.dataset, assignment: missing } }),
  handBackCase: (id) => ({
    params: { id: id.dataset, assignment: missing, case: missing },
    body: { note: 'x' },
  }),
  closeAssignment: (id) => ({ params: { id: id.dataset, assignment: missing } }),
  exportGrades: (id) => ({ params: { id: id.dataset, assignment: missing } }),
  listAssignedImages: (id) => ({ params: { id: id.dataset, assignment: missing } }),
  getAdjudication: (id) => ({
    params: { id: id.dataset, assignment: missing, image: missing },
  }),
  settleImage: (id) => ({
    params: { id: id.dataset, assignment: missing, image: missing },
    body: { revision: 1, grades: {} },
  }),
  getAssignmentAgreement: (id) => ({ params: { id: id.dataset, assignment: missing } }),
  exportGradesAsFhir: (id) => ({ params: { id: id.dataset, assignment: missing } }),
  exportOutlines: (id) => ({ params: { id: id.dataset, assignment: missing } }),
  renameSavedFilter: (id) => ({
    params: { id: id.dataset, filter: missing },
    body: { name: 'mine' },
  }),
  deleteSavedFilter: (id) => ({ params: { id: id.dataset, filter: missing } }),
  shareDataset: (id) => ({ params: { id: id.dataset }, body: { users: [] } }),
  resetMetadata: (id) => ({ params: { id: id.dataset } }),
  resetMetadataByGet: (id) => ({ params: { id: id.dataset } }),
  getDatasetData: (id) => ({ params: { id: id.dataset } }),
  listMembers: (id) => ({ params: { id: id.dataset } }),
  listSharedGroups: (id) => ({ params: { id: id.dataset } }),
  uploadImage: (id) => ({ query: { dataset_id: id.dataset }, files: [] }),
  uploadImages: (id) => ({ query: { dataset_id: id.dataset }, files: [] }),
  findFiles: (id) => ({ params: { id: id.dataset }, body: { sha256: [] } }),
  getImage: (id) => ({ params: { id: id.image } }),
  chooseFrame: (id) => ({ params: { id: id.image }, body: { frame: 1 } }),
  getKeptField: (id) => ({ params: { id: id.image } }),
  getImageTile: (id) => ({ params: { id: id.image, level: 0, x: 0, y: 0 } }),
  deleteImage: (id) => ({ params: { id: id.image } }),
  getTwins: (id) => ({ params: { id: id.image } }),
  chooseTwin: (id) => ({ params: { id: id.image } }),
  getFields: (id) => ({ params: { id: id.dataset } }),
  setFields: (id) => ({ params: { id: id.dataset }, body: { fields: [], replaces: {} } }),
  getFieldCodeSystem: (id) => ({ params: { id: id.dataset } }),
  getFieldHistory: (id) => ({ params: { id: id.image } }),
  getPatientData: (id) => ({ params: { id: id.image } }),
  statePatientData: (id) => ({ params: { id: id.image }, body: { sex: 'F' } }),
  getImageCoco: (id) => ({ params: { id: id.image } }),
  updateCategory: (id) => ({ params: { id: id.category }, body: {} }),
  deleteCategory: (id) => ({ params: { id: id.category } }),
  getAnnotatorData: (id) => ({ params: { id: id.image } }),
  createAnnotation: (id) => ({ body: { image_id: id.image, category_id: id.category } }),
  changeAnnotation: (id) => ({ params: { id: id.annotation }, body: { revision: 1 } }),
  recategoriseAnnotation: (id) => ({
    params: { id: id.annotation },
    body: { category_id: id.category },
  }),
  deleteAnnotation: (id) => ({ params: { id: id.annotation } }),
  saveAnnotatorData: (id) => ({ body: { image: { id: id.image } } }),
  copyAnnotations: (id) => ({
    params: { fromId: id.image, toId: id.image },
    body: { category_ids: [id.category] },
  }),
  annotateByService: (id) => ({ params: { id: id.dataset, imageId: id.image }, files: [] }),
  requestAnalysis: (id) => ({ query: { original_id: id.image } }),
  requestAnalysisOfAll: (id) => ({ query: { dataset_id: id.dataset } }),
  requestAnalysisOfAllAgain: (id) => ({ query: { dataset_id: id.dataset } }),
  getAnalysisOfAll: (id) => ({ query: { dataset_id: id.dataset } }),
  remeasure: (id) => ({
    query: { original_id: id.image },
    body: { arterioles: null, venules: null, disc: id.category, cup: null },
  }),
  discardCorrection: (id) => ({ query: { original_id: id.image } }),
  findLesions: (id) => ({ query: { original_id: id.image }, body: { model: 'none' } }),
  getResult: (id) => ({ params: { id: id.result } }),
  reviewAnalysis: (id) => ({
    query: { original_id: id.image },
    body: { analysis_id: id.result, decision: 'confirmed' },
  }),
  getHandout: (id) => ({ params: { id: id.image } }),
  getHandoutPdf: (id) => ({ params: { id: id.image } }),
  writeAdvice: (id) => ({
    params: { id: id.image },
    body: { text: 'Come back in a year.', reviews: [1], previous: null },
  }),
  getImageReport: (id) => ({ params: { id: id.image } }),
  getPatientPdf: (id) => ({ params: { id: id.image } }),
  getPatientReport: (id) => ({ params: { id: id.image } }),
  getReportPdf: (id) => ({ params: { id: id.image } }),
  listThreads: (id) => ({ params: { id: id.image } }),
  beginThread: (id) => ({
    params: { id: id.image },
    body: { pin: { kind: 'image' }, comment: 'Is this a haemorrhage?', save_id: someUuid },
  }),
  answerThread: (id) => ({
    params: { id: id.thread },
    body: { comment: 'Yes.', save_id: someUuid },
  }),
  settleThread: (id) => ({ params: { id: id.thread }, body: { resolved: true } }),
  changeComment: (id) => ({ params: { id: id.comment }, body: { comment: 'Is this one?' } }),
  deleteComment: (id) => ({ params: { id: id.comment } }),
  listReviews: (id) => ({ query: { original_id: id.image } }),
  generateFhir: (id) => ({ query: { original_id: id.image } }),
  getFhirServer: (id) => ({ params: { id: id.dataset } }),
  getFhir: (id) => ({ query: { original_id: id.image } }),
  downloadFhir: (id) => ({ query: { original_id: id.image } }),
  pushFhir: (id) => ({ query: { original_id: id.image } }),
  getDatasetModels: (id) => ({ params: { id: id.dataset } }),
  chooseDatasetModels: (id) => ({ params: { id: id.dataset }, body: { models: {} } }),
  predictArea: (id) => ({
    params: { imageId: id.image },
    body: {
      points: [
        [10, 20],
        [20, 10],
        [30, 20],
        [20, 30],
      ],
    },
  }),
  predictClicked: (id) => ({
    params: { imageId: id.image },
    body: { clicks: [{ x: 20, y: 20, inside: true }] },
  }),
  startExport: (id) => ({ params: { id: id.dataset }, body: {} }),
  startExportByGet: (id) => ({ params: { id: id.dataset } }),
  getDatasetCoco: (id) => ({ params: { id: id.dataset } }),
  listExports: (id) => ({ params: { id: id.dataset } }),
  exportPatients: (id) => ({ params: { id: id.dataset } }),
  getStatistics: (id) => ({ params: { id: id.dataset } }),
  getAgreement: (id) => ({ params: { id: id.dataset } }),
  generateImages: (id) => ({ params: { id: id.dataset }, body: { keywords: ['eye'] } }),
  statePatientTable: (id) => ({ params: { id: id.dataset }, query: {}, files: [] }),
  importCoco: (id) => ({ params: { id: id.dataset }, files: [] }),
  addArchive: (id) => ({ params: { id: id.dataset }, files: [] }),
  referImage: (id) => ({ params: { id: id.image } }),
  listOrders: (id) => ({ params: { id: id.image } }),
  chooseOrder: (id) => ({ params: { id: id.image }, body: { ordSeq: '1' } }),
  sendResultAgain: (id) => ({ params: { id: id.image } }),
  getMics: (id) => ({ params: { id: id.dataset } }),
  testMics: (id) => ({ params: { id: id.dataset }, body: {} }),
  testPacs: (id) => ({ params: { id: id.dataset }, body: {} }),
  searchPacs: (id) => ({ params: { id: id.dataset }, body: { patientID: 'P-1' } }),
  retrieveFromPacs: (id) => ({
    body: { patientID: 'P-1', studyDate: '20260131', dataset_id: id.dataset },
  }),
  getResultObject: (id) => ({ params: { id: id.image, object: 'annotations' } }),
  sendResults: (id) => ({ params: { id: id.image } }),
  deleteDocument: (id) => ({ params: { id: id.document } }),
  getDocument: (id) => ({ params: { id: id.document } }),
  getDocumentPdf: (id) => ({ params: { id: id.document } }),
  getReportContent: (id) => ({ params: { id: id.document } }),
  listPatientDocuments: (id) => ({ params: { id: id.image } }),
  listImageDocuments: (id) => ({ params: { id: id.image } }),
  listSendings: (id) => ({ params: { id: id.image } }),
  sendToPacs: (id) => ({ params: { id: id.image } }),
  ...dicomwebCalls(),
  startScan: (id) => ({ params: { id: id.dataset } }),
  startScanByGet: (id) => ({ params: { id: id.dataset } }),
  downloadExport: (id) => ({ params: { id: id.export } }),
  deleteExport: (id) => ({ params: { id: id.export } }),
  startRelease: (id) => ({ params: { id: id.dataset }, body: { title: 'First' } }),
  listReleases: (id) => ({ params: { id: id.dataset } }),
  downloadRelease: (id) => ({ params: { id: id.release } }),
  withdrawRelease: (id) => ({ params: { id: id.release }, body: { reason: 'A mistake' } }),
  compareReleases: (id) => ({ params: { id: id.release }, query: { with: id.release } }),
  listTextChecks: (id) => ({ params: { id: id.dataset } }),
  checkText: (id) => ({ params: { id: id.image }, body: { mask: false } }),
  deleteTask: (id) => ({ params: { id: id.task } }),
  getTaskLogs: (id) => ({ params: { id: id.task } }),
  cancelTask: (id) => ({ params: { id: id.task } }),
  rollBack: (id) => ({ query: { id: id.deletedAnnotation, instance: 'annotation' } }),
  deleteForGood: (id) => ({ query: { id: id.deletedImage, instance: 'image' } }),
  retryTask: (id) => ({ params: { id: id.task } }),
}

/** The calls about somebody's data, by name. */
export const aboutSomebodysData = [...endpoints].filter(
  ([, { access }]) => isRight(access) || access === 'creator',
)

type NamedCall = readonly [string, Endpoint]

/** Calls that delete something come last, and those that delete everything at the very end. */
export function inSafeOrder(calls: readonly NamedCall[]): readonly NamedCall[] {
  return calls.toSorted((a, b) => rank(a) - rank(b))
}

function rank([name, { method }]: NamedCall): number {
  if (name === 'shareDataset' || name === 'deleteDataset') return 3
  if (name === 'deleteImage' || name === 'deleteCategory') return 2
  return method === 'DELETE' ? 1 : 0
}

/** Makes a call with an input from the tables. */
export async function ask(account: Pick<Account, 'call'>, endpoint: Endpoint, input: Input) {
  const files =
    input.files === undefined ? {} : { files: [{ name: 'a.png', content: await pngOf(9, 9, 1) }] }
  const answer = await account.call(endpoint, { ...input, ...files })
  return { status: answer.status, body: answer.body as unknown }
}

/** A browser's answer about a passkey that proves nothing. */
const unprovedCredential = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  clientExtensionResults: {},
}

/** Input that passes every check of the schema, for any call. */
export function inputOf(name: string, id: World = nothing): Input {
  const user = { params: { username: 'nobody' } }
  const inputs: Record<string, Input> = {
    login: { body: { username: 'nobody', password: 'x' } },
    register: {
      body: {
        username: 'nobody',
        password: goodPassword,
        confirm_password: goodPassword,
        name: '',
      },
    },
    linkSingleSignOn: { body: { password: 'x' } },
    finishSingleSignOn: { body: { answer: '?code=x&state=x' } },
    endProviderSession: { body: { logout_token: 'x' } },
    loadExampleClinic: { body: { language: 'en' } },
    finishSignIn: { body: { pending: 'x', code: '000000' } },
    beginAuthenticator: { body: { password: 'x' } },
    addAuthenticator: { body: { setup: 'x', code: '000000' } },
    removeAuthenticator: { body: { password: 'x' } },
    beginPasskey: { body: { password: 'x' } },
    addPasskey: {
      body: {
        setup: 'x',
        name: 'x',
        credential: {
          ...unprovedCredential,
          response: { clientDataJSON: 'x', attestationObject: 'x' },
        },
      },
    },
    removePasskey: { params: { id: missing }, body: { password: 'x' } },
    signInByPasskey: {
      body: {
        attempt: 'x',
        credential: {
          ...unprovedCredential,
          response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
        },
      },
    },
    confirmFactorRemoval: { body: {} },
    renewRecoveryCodes: { body: { password: 'x' } },
    setSecondFactorRule: { body: { required_for: 'nobody' } },
    removeSecondFactors: user,
    createPasswordLink: user,
    mailPasswordLink: user,
    changeEmail: { body: { password: 'x', email: null } },
    readPasswordLink: { body: { token: 'x' } },
    choosePassword: {
      body: { token: 'x', new_password: goodPassword, confirm_password: goodPassword },
    },
    changePassword: { body: { password: 'a', new_password: 'abcdef', confirm_password: 'abcdef' } },
    savePreferences: { body: {} },
    endSession: { params: { session: '0'.repeat(32) } },
    createAccessToken: { body: { name: 'viewer' } },
    deleteAccessToken: { params: { id: missing } },
    revokeTokenOfUser: { params: { id: missing } },
    search: { query: { q: 'nobody' } },
    createDataset: { body: { name: 'x' } },
    createCategory: { body: { name: 'x' } },
    createUser: { body: { username: 'nobody', password: 'x', name: 'x' } },
    updateUser: { ...user, body: {} },
    setSubscription: { ...user, body: { newSubDate: '2030-01-01' } },
    deleteUser: user,
    findPatient: { query: { patient_id: 'nobody' } },
    exportPatient: { query: { patient_id: 'nobody' } },
    erasePatient: { body: { patient_id: 'nobody', reason: 'on request' } },
    createUserGroup: { body: { name: 'x' } },
    updateUserGroup: { params: { id: missing }, body: {} },
    deleteUserGroup: { params: { id: missing } },
    setReferences: { body: { references: [], replaces: null } },
    addSender: { body: { ae_title: 'CAMERA', address: '10.0.0.1', dataset_id: 1 } },
    getScore: { params: { id: missing } },
    getWorkCase: { params: { id: missing } },
    submitCase: { params: { id: missing } },
    pauseCase: { params: { id: missing } },
    referCase: { params: { id: missing }, body: { note: 'x' } },
    removeSender: { params: { id: missing } },
    beginEmergencyAccess: { body: { patient_id: 'P-1', reason: 'No other photograph' } },
    confirmEmergencyAccess: { params: { id: missing } },
    createSite: { body: { name: 'x' } },
    renameSite: { params: { id: missing }, body: { name: 'x' } },
    deleteSite: { params: { id: missing } },
    tryMessageNow: { params: { id: missing } },
    readCommentNotices: { body: { thread_id: null } },
    tellActivity: { body: { image_id: missing } },
  }
  return callsAboutData[name]?.(id) ?? inputs[name] ?? {}
}
