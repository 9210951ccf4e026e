import type { Language } from './contents.ts'

interface Words {
  readonly handbook: string
  readonly contents: string
  readonly onThisPage: string
  readonly search: string
  readonly searchHint: string
  readonly nothingFound: string
  readonly nothingAsked: string
  readonly backToApp: string
  readonly otherLanguage: string
  readonly englishHandbook: string
  readonly previous: string
  readonly next: string
  readonly source: string
  readonly notFound: string
  readonly notFoundText: string
  readonly colours: string
  readonly skip: string
}

/** The texts around the pages. */
export const words: Readonly<Record<Language, Words>> = {
  en: {
    handbook: 'Handbook',
    contents: 'Contents',
    onThisPage: 'On this page',
    search: 'Search',
    searchHint: 'Search the handbook (/)',
    nothingFound: 'Nothing found. Try fewer or other words.',
    nothingAsked: 'Type what you are looking for into the field above.',
    backToApp: 'Open the app',
    otherLanguage: '한국어',
    englishHandbook: 'All pages (English)',
    previous: 'Previous',
    next: 'Next',
    source: 'Source of this page',
    notFound: 'No such page',
    notFoundText:
      'The handbook has no page at this address. Look for it in the contents, or search.',
    colours: 'Light or dark',
    skip: 'Skip to the text',
  },
  ko: {
    handbook: '안내서',
    contents: '목차',
    onThisPage: '이 페이지의 내용',
    search: '검색',
    searchHint: '안내서 검색 (/)',
    nothingFound: '찾은 내용이 없습니다. 낱말을 줄이거나 바꾸어 보세요.',
    nothingAsked: '위 칸에 찾을 내용을 입력하세요.',
    backToApp: '앱 열기',
    otherLanguage: 'English',
    englishHandbook: '전체 페이지 (영어)',
    previous: '이전',
    next: '다음',
    source: '이 페이지의 원본',
    notFound: '없는 페이지입니다',
    notFoundText: '이 주소에는 안내서 페이지가 없습니다. 목차에서 찾거나 검색하세요.',
    colours: '밝게 또는 어둡게',
    skip: '본문으로 건너뛰기',
  },
}
