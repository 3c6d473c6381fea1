import type { Messages } from '../messages.ts'
import { report } from './report.ts'

const timesText = (count: number): string =>
  count === 1 ? '' : `${count.toLocaleString('en-GB')} முறை, கடைசியாக `

/** Receipts in Tamil. Nobody has reviewed this translation. */
export const receipt: Messages['receipt'] = {
  title: 'பற்றுச்சீட்டு',
  heading: 'ஓர் எண் எங்கிருந்து வருகிறது',
  kicker: (id) => `பற்றுச்சீட்டு ${id}`,
  figureOf: (rate, institution) => `${rate}\u00A0%, ${institution}`,
  wrongFigureOf: (rate, institution) => `${rate}\u00A0%, ${institution}: தவறாக இருந்த எண்`,
  retractedFigureOf: (rate, institution) =>
    `${rate}\u00A0%, ${institution}: இதன் வட்டி வீதத் தாள் மீளப்பெறப்பட்டது`,
  titleOf: (rate, institution) => `பற்றுச்சீட்டு: ${rate}\u00A0%, ${institution}`,
  terms: (terms) => `${terms}.`,
  termsFrom: (terms, minimum) => `${terms}, ${minimum}`,
  noSuchHeading: 'அத்தகைய பற்றுச்சீட்டு இல்லை',
  noSuchTitle: 'அத்தகைய பற்றுச்சீட்டு இல்லை',
  noSuchFigure: (id) => `வெளியிடப்பட்ட எந்த எண்ணுக்கும் ${id} என்ற பற்றுச்சீட்டு இல்லை.`,
  noSuchAdvice: (market) => (
    <>
      இந்தப் பக்கத்தின் ஒவ்வொரு வீதமும் அதன் பற்றுச்சீட்டுக்கு இட்டுச் செல்கிறது. {market('சந்தையிலிருந்து தொடங்குங்கள்')}
      .
    </>
  ),
  standsNoMore: 'இந்த எண் இப்போது நடைமுறையில் இல்லை.',
  standsNoMoreAdvice: (offers) => (
    <>பக்கம் ஏற்றப்பட்ட பின் அது மாறியிருக்கலாம். {offers('தற்போது வழங்கப்படுவதைப் பாருங்கள்')}.</>
  ),

  retractedOn: (day, rate) =>
    `இந்த எண்ணின் வட்டி வீதத் தாள் ${day} அன்று மீளப்பெறப்பட்டது. ${
      rate === '' ? 'அதற்கு முன் அத்தகைய வழங்கல் இருக்கவில்லை' : `அதற்கு முந்தைய வீதம் ${rate}`
    }.`,
  correctedBy: (name) => `செய்தவர்: ${name}.`,
  corrected: (day, rate) =>
    rate === ''
      ? `இந்த எண் ${day} அன்று திருத்தப்பட்டது: அத்தகைய வழங்கல் இருக்கவில்லை.`
      : `இந்த எண் ${day} அன்று திருத்தப்பட்டது: சரியானது ${rate}.`,
  correctedBack: (day, rate) =>
    `இந்த எண் திருத்தப்பட்டு, ${day} அன்று மீண்டும் முன்பிருந்தவாறு திருத்தப்பட்டது: வெளியிடப்பட்ட ${rate} சரியாகவே இருந்தது.`,
  correctedWithdrawal: (day, rate) =>
    `பின்னர் வந்த ஒரு வட்டி வீதத் தாளில் இந்த வழங்கல் விடுபட்டிருந்தது. அது ${day} அன்று திருத்தப்பட்டது: ${
      rate === '' ? 'அத்தகைய வழங்கல் இருக்கவில்லை' : `சரியானது ${rate}`
    }.`,
  allCorrections: 'இந்த நிறுவனத்தின் எல்லாத் திருத்தங்களும்',

  typed: 'இந்த எண்ணை ஒரு நபர் கையால் உள்ளிட்டார்.',
  typedDetails: (name, { isCaptured, isUnread }, isSample) =>
    [
      name === '' ? 'அந்த நபரின் பெயர் புத்தகத்தில் இல்லை.' : `உள்ளிட்டவர்: ${name}.`,
      isUnread
        ? isCaptured
          ? 'சேமிக்கப்பட்ட PDF அந்த நபர் பார்த்தது; எந்த நிரலாலும் அதைப் படிக்க முடியவில்லை.'
          : 'அந்த முறை சேமிக்கப்பட்ட பக்கத்தைப் படிக்க முடியவில்லை; எனவே இங்கே எதுவும் இந்த எண்ணை நிரூபிக்கவில்லை.'
        : isCaptured
          ? 'சேமிக்கப்பட்ட பக்கம் அந்த நபர் பார்த்தது; எந்த நிரலும் அதிலிருந்து இந்த எண்ணைப் படிக்கவில்லை.'
          : 'எந்தப் பக்கமும் சேமிக்கப்படவில்லை; எனவே இங்கே எதுவும் இதை நிரூபிக்கவில்லை.',
      'நிறுவனத்தின் சொந்தப் பக்கத்துடன் இதை ஒப்பிட்டுப் பாருங்கள்.',
      ...(isSample ? ['இது மாதிரித் தரவு, தற்போதைய வீதம் அல்ல.'] : []),
    ].join(' '),
  collected: ({ isEdited, isReviewed }) => {
    if (isEdited)
      return 'ஒரு நிரல் நிறுவனத்தின் பக்கத்திலிருந்து வட்டி வீதத் தாளைப் படித்தது; ஒரு நபர் அதை மாற்றியமைத்தார்.'
    return isReviewed
      ? 'ஒரு நிரல் நிறுவனத்தின் பக்கத்திலிருந்து இந்த எண்ணைப் படித்தது; ஒரு நபர் அதை அங்கீகரித்தார்.'
      : 'ஒரு நிரல் நிறுவனத்தின் பக்கத்திலிருந்து இந்த எண்ணைப் படித்தது.'
  },
  collectedDetails: ({ isEdited, isReviewed, isProved, hasFindings, editor }) =>
    [
      ...(isEdited ? [`மாற்றியமைத்தவர்: ${editor}.`] : []),
      isProved
        ? 'பக்கம் சேமிக்கப்பட்டது; எண் வெளியிடப்படும் முன், அது சேமிக்கப்பட்ட பக்கத்தில் அதன் இடத்தில் மீண்டும் கண்டறியப்பட்டது.'
        : 'பக்கம் சேமிக்கப்பட்டது.',
      ...(isReviewed || hasFindings
        ? []
        : ['சரிபார்ப்புகள் நம்பத்தகாத எதையும் காணவில்லை; எனவே எந்த நபரும் இதை அங்கீகரிக்க வேண்டியிருக்கவில்லை.']),
    ].join(' '),

  isCurrent: 'இது தற்போதைய வீதம்.',
  correctedIsCurrent: 'திருத்தப்பட்ட வீதமே தற்போதைய வீதம்.',
  listedAgain: (receipt) => <>பின்னர் வந்த பட்டியலில் அதே வீதம் உள்ளது; அதன் பற்றுச்சீட்டு {receipt}.</>,
  notCurrent: 'இது இப்போது தற்போதைய வீதம் அல்ல.',
  currentReceipt: 'தற்போதைய வீதத்தின் பற்றுச்சீட்டு',
  noCurrent: 'தற்போதைய எந்த வழங்கலுக்கும் இந்த நிபந்தனைகளும் குறைந்தபட்ச வைப்பும் இல்லை.',
  offeredNow: 'நிறுவனம் தற்போது வழங்குபவை',

  report,

  page: {
    heading: 'பக்கத்தில்',
    headingTyped: 'இது எங்கிருந்து வருகிறது',
    printed: 'பக்கம் அச்சிடும் விதத்தில் எண்',
    institution: 'நிறுவனம்',
    page: 'பக்கம்',
    read: 'படிக்கப்பட்டது',
    captured: 'சேமிக்கப்பட்டது',
    capturedPage: (name) => `சேமிக்கப்பட்டது, “${name}”`,
    capturedAs: (time, format) => `${time}, ${format} ஆக`,
    download: 'சேமிக்கப்பட்ட பக்கத்தைப் பதிவிறக்குங்கள்',
    place: 'பக்கத்தில் உள்ள இடம்',
    placeIn: (name) => `“${name}” இல்`,
    factor: (factor) => `பக்கம் வீதத்தை ${factor} ஆல் வகுத்து அச்சிடுகிறது.`,
    effectiveRate: 'பயனுறு வீதம்',
    readAsRate: (rate) => `ஆண்டுக்கு ${rate}\u00A0% என்று படிக்கப்பட்டது`,
    minimum: 'குறைந்தபட்ச வைப்பு',
    date: 'பக்கத்தில் உள்ள திகதி',
    readAsDay: (day) => `${day} என்று படிக்கப்பட்டது`,
    source: 'மூல வரையறை',
  },

  publication: {
    heading: 'இது எவ்வாறு வெளியிடப்பட்டது',
    published: 'வெளியிடப்பட்டது',
    position: (position) => `புத்தகத்தின் நிலை ${position}`,
    typedBy: 'உள்ளிட்டவர்',
    editedBy: 'மாற்றியமைத்தவர்',
    nobodyNamed: 'பெயர் குறிப்பிடப்படவில்லை',
    decidedBy: { approved: 'அங்கீகரித்தவர்', rejected: 'நிராகரித்தவர்' },
    noteOf: (note) => <>குறிப்பு: {note}</>,
    findings: 'ஆட்சேபித்த சரிபார்ப்புகள்',
    rule: (rule) => `விதி ${rule}`,
    reason: 'கூறப்பட்ட காரணம்',
    note: 'குறிப்பு',
  },

  later: {
    heading: 'அதற்குப் பின்',
    readAgain: 'மீண்டும் படிக்கப்பட்டது',
    notVerified: 'எந்த உறுதிப்படுத்தலும் இந்த வீதத்தைக் குறிப்பிடவில்லை',
    unchangedByProgram: (count, time) =>
      `மாற்றம் இல்லை எனக் கண்டறியப்பட்டது: ${timesText(count)}${time}, நிரலினால்`,
    unchangedByPerson: (count, time, name) =>
      `மாற்றம் இல்லை எனக் கண்டறியப்பட்டது: ${timesText(count)}${time}, ${
        name === '' ? 'ஒரு நபரினால்' : `கண்டறிந்தவர் ${name}`
      }`,
    digestThen: (digest) => <>அப்போதைய பக்கத்தின் SHA-256 {digest}</>,
    corrected: 'திருத்தப்பட்டது',
    retracted: 'மீளப்பெறப்பட்டது',
    before: (was, before) => `${was}; அதற்கு முன் ${before}`,
    correctedAt: (time) => `${time}.`,
  },

  check: {
    heading: 'நீங்களே சரிபாருங்கள்',
    compare: (page) => (
      <>இதை {page('நிறுவனத்தின் பக்கத்துடன்')} ஒப்பிட்டுப் பாருங்கள்; அது இதற்குள் மாறியிருக்கலாம்.</>
    ),
    audit: (command) => (
      <>
        புத்தகமும் அதன் சேமிக்கப்பட்ட பக்கங்களும் உங்களிடம் இருந்தால்,{' '}
        {command('ratebook audit --captures captures')} ஒவ்வோர் எண்ணையும் அதன் இடத்தில் மீண்டும் கண்டறியும்.
      </>
    ),
    digest: (position, digest) => (
      <>
        புத்தகம் குறிமதிப்புகளின் (digest) சங்கிலி; நிலை {position} இல் உள்ள குறிமதிப்பு {digest}.
      </>
    ),
    forPrograms: (address) => <>நிரல்களுக்கான அதே பற்றுச்சீட்டு: {address}</>,
  },
}
