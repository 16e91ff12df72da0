import type { BounceCause } from '../../../platform/database/schema.ts'

/*
 * Why a message came back, by the words and the code of the server that refused it. Causes that may be the sender's, a full
 * mailbox's, or temporary are checked first: keeping a dead address costs little, but ending a live one costs a reader.
 */

export interface Reason {
  status: string
  cause: BounceCause
}

/** Keeps long texts from making this slow. */
export const MAX_WORDS = 20_000

const any = (...parts: string[]) => new RegExp(parts.join('|'), 'i')

const SENDER = any(
  '(?:black|block|deny|white|allow)[- ]?list|\\b(?:rbl|dnsbl|xbl|sbl|pbl|spf|dmarc|dkim|arc|ptr|rdns|helo|ehlo|(?:start)?tls)\\b|spamhaus|spamcop|sorbs|uceprotect',
  '\\b(?:blocked|blocking|banned)\\b(?! due to inactiv)|(?<!not )listed (?:in|on|at|by)\\b|reputation|spam|unsolicited|\\bjunk|\\bbulk|phish|forge(?:d|ry)|fraud|harvest|backscatter|\\bbayes|\\bscored|scanner|[su]r?ibl\\b|surbl|dnswl|cloudmark|advertis|newsletter|mass mail|virus|malware|suspicious',
  'polic(?:y|ies)|prohibit|complian|authenticat|certificate|encrypt|reverse dns|sender|call(?:out|back)\\b(?![^\\n]{0,200}@)|sending (?:account|address|domain)|used to send|originator|reply-to|mail from|\\bfrom"?:? (?:address|header|domain|field)|your (?:organi[sz]ation|domain|account|(?:e-?mail )?address|server|ip\\b|host|network|provider|isp\\b|mail server)|(?<!or )\\bip[- ]?(?:add?res|адрес|地址|アドレス|주소)|\\bdynamic|open (?:proxy|relay)|envelope from|(?:return|reply|originating)[- ](?:path|address)',
  'relay(?:ing)? (?:access )?(?:denied|not|disallowed|prohibited|rejected|is)|(?:not|unable to|cannot|can.t|refus\\w{1,3} to|denied|allowed to) relay|rcpthosts|gateway does not',
  '(?:not|isn.t|aren.t|unauthori[sz]ed|never) (?:allowed|permitted|authori[sz]ed(?!, user unknown)|accepted from|welcome)|unauthori[sz]ed|(?:access|permission|transmission) denied|denied by|\\brestrict|approv|you are unknown|you(?:.re| are) not an? |must be subscribed|posting from|list is closed|password|credentials|smtputf8|8bitmime|(?:web|contact) form|bounce address|internal mail|for internal|(?:external|outside) (?:e?-?mail|message|sender)|foreign|registered users|client host|(?:not have|no) permission|(?:not an?|only|non-?) ?members?\\b|\\b(?:members?|subscribers?) only\\b|quarantin|challenge|confirmation|executable|transport\\.rules|content (?:removed|rejected|denied|filter|refused|is not)|(?:invalid|missing|bad|duplicate|message) header|in (?:the )?(?:to |from )?header|invalid characters|\\bheader (?:based|check)',
  'too (?:many|quickly)|trop de\\b|demasiad|troppi|muitos|zu viele|te veel|excessive|\\brate\\b|rate[- ]?limit|throttl|(?:daily|hourly|sending|message|connection)s?[\\w ]{0,20} (?:limit|quota)|limit exceeded|frequency|invalid dns|resource record',
  '(?:adresse|direcci[oó]n|indirizzo|endere[cç]o) (?:ip\\b|de retour|source)|reverse-?dns|(?:ihre|votre|\\bsu|seu|suo|tuo|\\buw|ваш|您的|あなたの|귀하의) ?(?:e-?mail-?)?(?:adres|direcci[oó]n|endere[cç]o|indirizzo|адрес|地址|アドレス|주소)|vir(?:us|en)\\b|absender|exp[ée]diteur|remitente|remetente|mittente|отправител|發件|发件|寄件|送信(?:者|元)|발신|afzender|nadawc|nicht berechtigt|pas autoris|no tiene permiso|n[aã]o tem permiss|権限|权限|權限|권한|(?:mail|message) re(?:jet|fus)[ée]|垃圾|迷惑メール|스팸|спам|richtlinie|频率',
)

/** Limits that the mailbox reached because of other senders, or that a message reached. */
const BUSY =
  /receiving mail at a rate|\bsize\b[^.\n]{0,30}(?:limit|exceed)|(?:limit|exceed)\w{0,3}[^.\n]{0,30} size/i
/** The envelope sender that we made for the message (bounce-address.ts). */
const ENVELOPE = /\+[0-9a-z]{1,12}-[0-9a-f]{32}@|\bbounces?@/i

const FULL = any(
  'quota|\\blimit\\b|maximum number|too much mail|over its|exhausted|capacity|insufficient|out of memory|(?:mail ?box|inbox|account|folder|disk|storage|user|box|system)[^.\\n]{0,40}\\b(?:full|exceed|out of|too large|over the|limit)|\\bfull (?:mail ?box|inbox)',
  '(?:insufficient|not enough|no|out of|exceed\\w{0,3}|low)[^.\\n]{0,20} (?:storage|space|disk)|exceed\\w{0,3} (?:allowed|maximum|the|size|its|storage)|too (?:large|big|long)|size (?:limit|exceed)|has exceeded',
  'postfach[^.\\n]{0,20} (?:ist )?voll|[üu]berf[üu]llt|speicherplatz|bo[iî]te[^.\\n]{0,40} (?:pleine|satur[ée]e)|satur|\\bllen[ao]\\b|\\bis full\\b|cheia|casella (?:\\w{1,9} )?piena|переполнен|места|容量|いっぱい|満杯|已满|已滿|满了|空间|空間|超过|超過|용량|vol(?:le)? mailbox|mailbox (?:is )?vol\\b|pe[łl]na|\\bpost\\w{1,9} (?:\\w{2,4} )?(?:full?|fuld|vol)\\b|dolu\\b|l[åa]dan .{0,9}full\\b|täynnä|megtelt|plin[ăa]|pln[áa]|przepełn|γεμάτ|переповн|đầy|penuh|מלאה|ممتلئ|เต็ม|一杯|가득',
)

const LATER = any(
  'temporar|(?<!by that name is )currently|deferr|gr[ae]y-?list|try (?:again |it )?later|later|\\buntil\\b|tim(?:ed|e)[- ]?out|not found, try again|retry|unreachable|connection (?:refused|reset|lost|closed)|could not connect|busy|temp ?fail|tomorrow|network error|spool|greeting failed|in greeting|refused to talk|delivery was refused|presently|right now|at (?:the moment|this time)|not yet|not been activated|pending|being created|(?:in|for) (?:an|\\d+) (?:hour|minute|day)|too old|no answer|dropped|closed the connection|connection (?:\\w+ )?closed|not responding|gone away|holiday|vacation|week-?end|\\bwait\\b|(?<!-|shut |closed )\\bdown\\b|upgrade|error in processing|unable to (?:connect|contact|open)|(?:cannot|can.t|could not|couldn.t) (?:contact|connect|bind|open|create|complete|read|check|(?:be )?validat)|look ?up (?:failure|error)|synchroni[sz]|unknown (?:error|command|reason|failure)|(?:address|recipient) verification failed|home directory|i/o error|disk failure|\\bnfs\\b|dns (?:lookup )?fail|not accepting network|overload|offline|maintenance|migrat|being moved|overdue|non-?payment|\\blocked\\b|frozen|on hold|failing for a long|(?:server|soft|database|backend|internal|directory|ldap|query|connection)(?: (?:to|query|server|service|directory|connection|lookup)){0,2} (?:fail(?:ure|ed)|error|(?:is )?(?:unavailable|not (?:available|reachable)))|restarting|map error|system (?:problem|failure)|mailbox database|mail ?store\\b|read-only|fail ?over|servfail|verification in progress|mailbox service|(?:message|queue\\.|delivery) ?expired|expired (?:in|after)|too long in queue|delivery time|vor[üu]bergehend|temporaire|temporal|tempor[aá]ri|временно|一時|暫時|暂时|稍后|稍後|plus tard|r[ée]essay|sp[äa]ter|erneut|m[áa]s tarde|pi[ùu] tardi|mais tarde|opnieuw|p[óo][źz]niej|позже|나중에|다시 시도|再試行',
)

/** A server that passes the message on and on never looks for the recipient. */
const LOOP = /\bloop|hop count/i

const THING =
  '(?:user(?:name|[- ]?id)?|recipients?|mail ?(?:box|drop)|account|(?:mail)?address(?:ee)?|alias|inbox|receiver|local[- ]part|person|rcpt|customer|member)'
const GAP = '(?:[^.\\n]|\\.(?=\\S)){0,80}?'
const GONE =
  '(?:unknown|not (?:be )?(?:found|known|exist|listed|recogni[sz]ed|valid|registered|configured|active|in use)|(?:was|could|can|were)n.t (?:be )?found|(?:does|do|did)(?: not|n.t) (?:exist|appear|match|have)|doesnt exist|is not an? |disabled|closed|shut down|deactivated|discontinued|terminated|inactiv|(?:deleted|removed)(?! (?:the|this|your) )|expired|cancell?ed|invalid|no longer|suspended|non-?existent|never logged|replaced|inexistent|left (?:the|our|us))'
const NOBODY = any(
  // RFC 5321's own phrase; with more words it may be temporary.
  'mail ?box\\b(?:[^.\\n]|\\.(?=\\S)){0,80}?\\bunavailable(?= *(?:$|[\\n.!()<>[\\]"#\\d]|or |for |- |http|: (?:user|account|[\\w.+-]{1,64}@)))',
  `\\b${THING}(?:e?s)?\\b${GAP}\\b${GONE}`,
  // Otherwise "e-mail" may be the message.
  `\\be-?mail(?: <?[\\w.+-]{1,64}@[\\w.-]{1,253}>?)?:? (?:is |was )?(?!\\w{3,4}(?: not|n.t) have)${GONE}`,
  '\\b(?:no such|unknown|invalid) e-?mail(?= *(?:$|[\\n.,:;<(]|here))',
  `\\b(?:no(?: such)?|unknown(?: or \\w{1,20})?|invalid|bad|illegal|incorrect|wrong|non-?existent|un?recogni[sz]ed|not a (?:valid|known)|undefined|inactive|deactivated|suspended|disabled|find (?:the |this )?)(?: (?:such|local|delivery|destination|virtual|final|e-?mail|mail|smtp|internet|active))* ?${THING}\\b`,
  '(?:recip(?:ient)?|user|addr(?:ess)?)_?(?:not_?found|unknown)|no_?such_?user|bad-?mailbox|not our customer|validrcptto|not listed in|no longer (?:an? )?(?:valid|hosted|exists?|available|active|in use|with|works?|employed|accept)|user path (?:does )?not exist|unknown to (?:this|the) (?:server|system|host)|n.t[ _]have[ _]an?[ _](?:account|mailbox)|does(?: not|n.t) have an? [\\w.]{1,80} account|not be found in (?:the )?(?:directory|our)|unknown [\\w.+-]{1,64}@|mx records point to non-existent|illegal host/domain|by that name|@[\\w.-]{1,253}>?:? (?:does(?: not|n.t) exist|is unknown|not found)|#5\\.1\\.0 address rejected',
  '(?:(?:be)?nutzer|empf[äa]nger|adresse|postfach|konto|teilnehmer)[^.\\n]{0,90}(?:unbekannt|nicht (?:gefunden|vorhanden|bekannt|existent|g[üu]ltig)|existiert nicht|ung[üu]ltig|deaktiviert|gel[öo]scht|geschlossen|stillgelegt)|unbekannte[rn]? (?:empf|benutzer|adress)|ung[üu]ltige[rn]? (?:empf|adress)|existiert nicht|nicht existent',
  '(?:utilisateur|destinataire|adresse|bo[iî]te|compte)[^.\\n]{0,60}(?:inconnue?|invalide|inexistante?|introuvable|d[ée]sactiv|ferm[ée]e?|supprim|archiv|r[ée]sili|cl[ôo]tur)|n.existe (?:pas|plus)|(?:usuario|destinatario|direcci[oó]n|buz[oó]n|cuenta)[^.\\n]{0,60}(?:desconocid|no (?:existe|encontrad|es v[aá]lid|v[aá]lid|se (?:encontr|ha encontrado))|inexistente|inv[aá]lid|desactivad|eliminad|cancelad)|no existe\\b|(?:usu[aá]rio|utilizador|destinat[aá]rio|endere[cç]o|conta\\b|caixa)[^.\\n]{0,60}(?:desconhecid|n[aã]o (?:existe|encontrad|foi encontrad|v[aá]lid)|inexistente|inv[aá]lid|desativad|cancelad|encerrad)|n[aã]o existe',
  '(?:utente|destinatario|indirizzo|casella)[^.\\n]{0,60}(?:sconosciut|non (?:esiste|trovat|valid)|inesistente|disattivat|disabilitat|cessat)|non esiste|(?:gebruiker|geadresseerde|adres|postvak)[^.\\n]{0,40}(?:onbekend|niet gevonden|bestaat niet)|nie istnieje|nie ma takiego|neexistuje|nieznany (?:u[żz]ytkownik|adresat|odbiorca)|ok[äa]nd mottagare|fin(?:ns|des|nes) (?:inte|ikke)|uk(?:je|e)n[dt] (?:mottaker|modtager)|ei löydy|nincs ilyen|nu există|ne postoji|không tồn tại|tidak (?:dikenal|ditemukan)|bulunamad|δεν υπάρχει|לא קיים|غير موجود|ไม่พบ',
  '(?:пользовател|получател|адрес|ящик)[^.\\n]{0,60}(?:не (?:найден|существует|зарегистрирован)|неизвест|отключ|удал|заблокирован)|нет такого|такого [а-я]{1,20} нет|неизвестный (?:пользователь|получатель|адрес)|(?:宛先|ユーザ|アドレス|受信者|メールボックス|アカウント)[^。\\n]{0,60}(?:不明|見つかりません|登録されて|存在し(?:ません|ない)|ありません|無効|誤り)|宛先不明|(?:用户|用戶|使用者|收件人|邮箱|郵箱|信箱|地址|帐号|账号|帳號)[^。\\n]{0,30}(?:不存在|找不到|未找到|无效|無效|被禁用|不正确)|(?:找不到|无此|無此|没有|沒有)(?:该|該|此|这个)?(?:用户|用戶|使用者|收件人|邮箱|信箱|地址)|(?:수신자|사용자|주소|계정)[^.\\n]{0,30}(?:없|존재하지|찾을 수|알 수)|존재하지 않',
)

const NO_HOST = any(
  'nxdomain|(?:host|domain)(?: name)?\\b[^.\\n]{0,30}(?:[^.\\n]|\\.(?=\\S)){0,60}?(?:not found|unknown|does(?: not|n.t) exist|non-?existent|invalid|couldn.t be found)|(?:unknown|no such|illegal|non-?existent|bad|invalid) (?:host|domain|destination)|find any host named|null ?mx|does not accept (?:any )?(?:e-?)?mail\\b|no mx\\b|domainnonexistent|name service error|domain (?:has )?expired|no smtp service|unknown mail server',
)

/** A code for a missing mailbox is trusted if the server says only these words; with others it may mean anything. */
const RECIPIENT_REFUSED =
  /^(?:recipients?|address(?:ee)?|mail(?:box)?|account|user|unknown|alias|destination|bad|invalid|rejected|refused|error|smtp|rcpt|to|command|in|reply|the|this|is|of|for|no|such|not|an?|on|here|local|system|defined|known|valid|ldap)$/i

const isDoubtful = (line: string) =>
  line
    .split(/\s/)
    .filter((word) => !/[<@.]/.test(word))
    .flatMap((word) => word.match(/\p{L}+/gu) ?? [])
    .some((word) => !RECIPIENT_REFUSED.test(word))

const LOST = /^5\.(?:1\.(?:[1236]|10)|2\.1)$/
const OF_SENDER = /^5\.(?:1\.(?:[789]|20)$|6\.)/
const PASSING = /^(?:4\.|5\.(?:2\.[23]|3\.[234]|4\.[1578]$))/

/** Only where servers write one: a text for people may cite a rule or a date. */
const CODE =
  /(?:^|(?<![\d.])[245]\d\d[ :'"([<#-]{1,4}|#|status: ?|> ?)([245]\.\d{1,3}\.\d{1,3})(?![.\d]*\d)/gi
const replyWith = (digit: number) => new RegExp(`(?<![\\d.@])${digit}\\d\\d[ :#'"-]`)
const [FOR_NOW, FOR_GOOD] = [replyWith(4), replyWith(5)]

const COMMAND = /(?:-->|>>>) ?[a-z]{4}\b/i

/** Cisco's name for every refusal, what daemons say of themselves, and the names of servers with their addresses. */
const BOILERPLATE =
  /unknown address error|return\w{0,3} (?:\w{1,9} )?to (?:the )?sender|refuse messages with[^.]{0,80}|history of bouncing as an invalid address|virus ?wall|talking to [\w.-]{1,253}:|(?<![\w.-])[a-z][\w-]{0,62}\.[\w.-]{1,190} ?\[[\da-f.:]{7,45}\]/gi

interface Words {
  /** What the refusing server said, or a text for people that contains it. */
  words: string
  isText?: boolean
  /** From the `Status` field, which many servers fill with whatever they like. */
  field?: string
  /** The recipient's: an unknown host may as well be that of our own relay. */
  domain?: string
}

/** @returns undefined if the words say nothing about a failure */
export function reasonOf({ words, field = '', ...rest }: Words): Reason | undefined {
  const said = lastReplies(words.slice(0, MAX_WORDS)).replace(BOILERPLATE, ' ')
  const codes = Array.from(said.matchAll(CODE), ([, code = '']) => code)
  const failures = codes.filter((code) => !code.startsWith('2'))
  // The last is the innermost server's; x.0.0 says nothing.
  const code = failures.findLast((one) => !one.endsWith('.0.0')) ?? failures[0] ?? ''
  const all = { isText: false, domain: '', ...rest, words: said, field, code }
  return reasonInWords(all) ?? reasonInCode(all)
}

/** Of a transcript of the session, what was refused and the command before it. */
const lastReplies = (words: string) =>
  words
    .split('\n')
    .filter((line) => !/(?:<--|<<<) ?[23]\d\d/.test(line))
    .filter((line, at, lines) => !COMMAND.test(line) || !COMMAND.test(lines[at + 1] ?? ''))
    .join('\n')

type Said = Required<Words> & { code: string }

function reasonInWords({ words, isText, field, domain, code }: Said): Reason | undefined {
  const by = (cause: BounceCause, usual: string): Reason => ({ cause, status: code || usual })
  const isUnknownToExchange =
    (code || field) === '5.4.1'
      ? /recipient address(?:es)? rejected ?: access denied/i
      : /RESOLVER\.ADR\.(?:Ex)?Recip(?:ient)?NotFound/
  if (isUnknownToExchange.test(words)) return by('mailbox', '5.1.1')
  const lines = words.split('\n')
  const isAboutUs = lines.some((line) => ENVELOPE.test(line) && FOR_GOOD.test(line))
  if (BUSY.test(words)) return by('passing', '5.2.2')
  if (SENDER.test(words) || isAboutUs) return by('sender', '5.7.0')
  if (FULL.test(words)) return by('passing', '5.2.2')
  if (LATER.test(words) || (FOR_NOW.test(words) && !FOR_GOOD.test(words))) {
    return by('passing', field || '4.0.0')
  }
  const specific = code || (isText ? field : '')
  if (PASSING.test(specific) || OF_SENDER.test(specific) || LOOP.test(words)) return undefined
  if (isText && field.startsWith('5.7.')) return undefined
  // RFC 5321's phrase for every refusal, including one by policy.
  const refusal = code.startsWith('5.7.') ? words.replace(/mailbox unavailable/gi, '') : words
  if (NOBODY.test(refusal)) return by('mailbox', '5.1.1')
  const host = lines
    .filter((line) => NO_HOST.test(line))
    .join('\n')
    .toLowerCase()
  // The name that was looked up may be our own relay's.
  const [, lookedUp] = /name(?: server: |=)([\w.-]{1,253})/.exec(host) ?? []
  const isNamed =
    (lookedUp ?? host).includes(domain) || (!lookedUp && /^5\.1\.(?:2|10)$/.test(code || field))
  return host === '' ? undefined : by(isNamed ? 'mailbox' : 'recipient', '5.1.2')
}

function reasonInCode({ words, isText, field, code }: Said): Reason | undefined {
  const status = code || field || (FOR_GOOD.test(words) ? '5.0.0' : '')
  if (status === '')
    return /unroute?able/i.test(words) ? { cause: 'recipient', status: '5.4.4' } : undefined
  if (PASSING.test(status)) return { cause: 'passing', status }
  if (OF_SENDER.test(status) || status.startsWith('5.7.')) return { cause: 'sender', status }
  // Sendmail gives every refusal 5.1.1, so the field is trusted only if there is nothing else.
  const isSure = code
    ? !words.split('\n').some((line) => line.includes(code) && isDoubtful(line))
    : isText || words.trim() === ''
  return { cause: LOST.test(status) && isSure ? 'mailbox' : 'recipient', status }
}
