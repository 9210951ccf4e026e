/** Terms of use of a set of photographs. */
export interface DataSet {
  readonly terms: string
  /** Whether shipped networks may be trained on it. The others are for measuring only. */
  readonly mayTrain: boolean
}

/** Every set that this repository reads, by the name that model cards give it. */
export const dataSets: Readonly<Record<string, DataSet>> = {
  HRF: {
    terms: 'photographs and vessel maps CC BY 4.0; the maps of arteries and veins bear no licence',
    mayTrain: true,
  },
  AVRDB: {
    terms: 'CC BY 4.0 on the authors’ deposit (doi 10.17632/3csr652p9y), as a catalogue reports it',
    mayTrain: true,
  },
  IDRiD: { terms: 'CC BY 4.0', mayTrain: true },
  DRIVE: { terms: 'no commercial use', mayTrain: false },
  'LES-AV': { terms: 'no commercial use', mayTrain: false },
  CHASE_DB1: { terms: 'not established', mayTrain: false },
  DRIMDB: { terms: 'none stated', mayTrain: false },
}

/** By the folder or prefix of its photographs. */
export const setOfFolder: Readonly<Record<string, string>> = {
  hrf: 'HRF',
  avrdb: 'AVRDB',
  idrid: 'IDRiD',
  drive: 'DRIVE',
  'les-av': 'LES-AV',
  chase: 'CHASE_DB1',
  chasedb1: 'CHASE_DB1',
  drimdb: 'DRIMDB',
}
