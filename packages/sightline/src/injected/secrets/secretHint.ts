/**
 * The words by which a form says that a field takes a secret, in English and in the languages that most pages
 * are written in. Matched against text that `plain` has prepared: lower case, without accents.
 */

const PASSWORD =
  'pass[\\s_-]?(?:word|wd|code|phrase)|(?<![a-z])(?:pwd|mdp)(?![a-z])|passwor[dt]|kennwort|mot[\\s_-]de[\\s_-]passe|motdepasse|' +
  'contrasena|(?<!palabras? )(?<![a-z])clave(?![a-z])|senha|palavra[\\s_-]passe|wachtwoord|losenord|adgangskode|passord|salasana|' +
  'haslo|heslo|jelszo|parola(?! chiave)|sifre|lozinka|geslo|slaptazodis|mat khau|kata sandi|парол|κωδικος προσβασης|סיסמ|' +
  'كلمة المرور|كلمة السر|رمز المرور|รหัสผ่าน|पासवर्ड|密[码碼]|口令|パスワード|暗証番号|비밀번호|암호|' +
  '^pass[:*\\s]*$|contrasenya|contrasinal|kontrasenyas?|pasahitza|tunnusluku|kata laluan|memorable (?:word|information|date)|' +
  'رمز عبور|گذرواژه|پاس ?ورڈ|পাসওয়ার্ড|கடவுச்சொல்|పాస్\u200c?వర్డ్|પાસવર્ડ|პაროლი|գաղտնաբառ|құпиясөз|нууц үг|ពាក្យសម្ងាត់|(?:wpa\\d?|network|wi-?fi)[\\s_-]?key';

const ONE_TIME_CODE =
  '(?<![a-z])(?:otp|totp|pin|mpin)(?![a-z])|one[\\s_-]?time|(?<![a-z])2fa(?![a-z])|(?:sms|push|photo|chip|m|i)[\\s_-]?tan(?![a-z])|(?<![a-z])tan[\\s_-]?(?:nummer|code)|' +
  '(?:security|verification|verify|authentication|authenticator|auth|access|recovery|backup|sms|login|mfa)[\\s_-]?code|' +
  '(?:einmal|bestatigungs|sicherheits|verifizierungs|zugangs|freigabe)(?:code|passwort)|geheimzahl|(?:verificatie|beveiligings)code|' +
  'cod(?:e|igo|ice)[\\s_-](?:de[\\s_-]|di[\\s_-])?(?:verification|securite|seguridad|verificacion|verificacao|seguranca|verifica|sicurezza|acces|acceso)|' +
  '(?:\\d|four|five|six|eight|vier|sechs|acht)[\\s-]?(?:digit|stellig\\w*|cijfer\\w*|siffr\\w*|cifr\\w*|cyfrow\\w*|haneli|mistn\\w*)[\\s-](?:\\w+ )?(?:code|[ck]od)|' +
  '(?:enter|type|input)(?: (?:the|your|this|a))* code(?![a-z])|code (?:(?:that )?(?:we|was|has been) )?(?:just )?(?:sent|texted|e?-?mailed)|^(?:your|the) code[:*\\s]*$|' +
  'confirmation[\\s_-]?code|(?:two|2|multi)[\\s_-]?(?:factor|step)|code (?:eingeben|van \\d)|bevestigingscode|' +
  'cod(?:e|igo|ice)[\\s_-](?:de |di )?(?:confirma\\w*|conferma|recu|recibido|recebido|ricevuto|envoye|enviado|inviato|a \\d|de \\d|que (?:recibi|rece|vous|te |voce))|' +
  '(?:engangs|verifierings|bekraftelse|bekreftelses|bekræftelses|sakerhets|sikkerheds|sikkerhets)kode?|(?:vahvistus|turva|kertakaytto)\\w*koodi|(?:kinnitus|turva)kood|' +
  'kod (?:weryfikacyjn|potwierdz|sms|jednoraz|bezpieczen|z sms)|jednorazow\\w+ kod|(?:overovaci|potvrzovaci|potvrdzovaci|bezpecnostn|jednorazov)\\w* kod|' +
  '(?:ellenorzo|megerosito|biztonsagi|egyszer \\w+) ?kod|cod(?:ul)? (?:de (?:verificare|confirmare|securitate)|primit|unic)|(?:verifikacijsk|kontroln|potvrdn|potrditven|sigurnosn|varnostn)\\w* kod|' +
  '(?:patvirtinimo|saugos|apstiprinajuma|drosibas) kod|(?:dogrulama|onay|guvenlik) kodu|tek kullanimlik|ma (?:xac (?:minh|nhan|thuc)|otp|bao mat)|kode (?:verifikasi|otp|keamanan|konfirmasi)|' +
  'κωδικος (?:επιβεβαιωσης|επαληθευσης|ασφαλειας|μιας χρησης)|(?<!\\p{L})пин(?!\\p{L})|код (?:за (?:потвърж|сигурн)|підтвердж|безпеки|з )|одноразов|' +
  'رمز (?:التحقق|التاكيد|التأكيد|الامان|الأمان)|كود التحقق|کد (?:تایید|تأیید|امنیتی|یکبار)|تصدیقی کوڈ|קוד (?:אימות|חד|אבטחה|אישור)|ओटीपी|सत्यापन कोड|যাচাইকরণ কোড|ওটিপি|சரிபார்ப்பு|รหัส(?:ยืนยัน|ความปลอดภัย)|' +
  '[动動][态態][码碼]|安全[码碼]|[确確][认認][码碼]|ワンタイム|確認番号|일회용|확인 ?코드|код (?:подтвержд|безопас|из)|пин-?код|验证码|驗證碼|校验码|動態密碼|認証コード|確認コード|セキュリティコード|인증 ?번호|인증 ?코드|보안 ?코드';

const PAYMENT_CARD =
  '(?<![a-z])(?:cvv2?|cvc2?|csc|cvn)(?![a-z])|card[\\s_-]?(?:number|num|no)(?![a-z])|(?<![a-z])cc[\\s_-]?(?:number|num|no)(?![a-z])|' +
  'card[\\s_-]?(?:verification|security|code)|karten?[\\s_-]?(?:nummer|nr)|prufziffer|prufnummer|numero (?:de )?(?:la )?(?:carte|tarjeta)|' +
  'numero d[eo] cartao|numero (?:della )?carta|cryptogramme|kaartnummer|kortnummer|kart numarasi|номер карты|卡号|卡號|カード番号|카드 ?번호';

const PERSONAL_ID =
  '(?<![a-z])ssn(?![a-z])|social[\\s_-]?(?:security|insurance)|national[\\s_-]insurance|sozialversicherungsn|securite sociale|' +
  'seguridad social|seguro social|personnummer|주민등록번호|身份证号|マイナンバー';

const SECURITY_ANSWER =
  '(?:security|secret)[\\s_-]?(?:answer|response)|maiden[\\s_-]?name|sicherheitsantwort|reponse secrete|respuesta (?:secreta|de seguridad)|resposta secreta';

const API_KEY =
  '(?:api|secret|private|access|encryption)[\\s_-]?key|(?:client|app|consumer|webhook|shared)[\\s_-]?secret|^secret$|' +
  '^token[:*\\s]*$|(?:access|api|auth|bearer|refresh)[\\s_-]?token|(?:seed|recovery)[\\s_-]?phrase|mnemonic';

const SECRET_PATTERN = new RegExp(
  [PASSWORD, ONE_TIME_CODE, PAYMENT_CARD, PERSONAL_ID, SECURITY_ANSWER].join('|').normalize('NFC'),
  'u',
);
const KEY_PATTERN = new RegExp(API_KEY, 'u');
/** Expiry date of a card: redacted in its field, but a month is not searched for elsewhere in the page. */
const CARD_EXPIRY =
  /(?:card|cc)[\s_-]?exp|exp[\s_-]?(?:month|year|mm|yy)|(?<![a-z])mm ?[/-] ?(?:yy|aa|jj|gg|рр)/u;
const MASK_CHARACTERS = /^[\u2022\u25cf\u00b7\u2219\u26ab*]{3,}$/u;
const CODE_DIGITS =
  /(?<![a-z])(?:code|kod|cod(?:igo|ice|ul)?(?![a-z])|koodi?|digit|ziffer|chiffre|digito|cifra)|код|κωδικ|קוד|رمز|كود|کد|कोड|কোড|รหัส|(?<![a-z])ma(?![a-z])|验证码|[码碼]|コード|番号|코드|번호/u;
/** Codes that are no secret. */
const PUBLIC_CODE =
  /zip|post(?:al|leit|code| code|nummer)|plz|area|country|dialing|promo|coupon|discount|gift|voucher|referral|rabat|rabatt|bon|invit|colou?r|product|item|order|booking|tracking|currency|language|qr|bar ?code|source|cap(?![a-z])|почтов|邮|郵便|우편/u;

const ASCII_ONLY = /^[\x20-\x7e]*$/;
/** Every ASCII word above holds one of these. Most names of fields hold none, and are done with at once. */
const ASCII_STEMS =
  /pas|pwd|mdp|kennw|contra|clave|senha|wachtw|losen|adgang|salas|has?lo|heslo|jels|parola|sifre|lozin|geslo|slapt|khau|sandi|kontra|laluan|tunnus|memorab|wpa|key|kod|kood|cod|factor|step|kullan|xac|bao mat|otp|pin|time|2fa|tan|code|codigo|codice|geheim|cvv|cvc|csc|cvn|card|cc|karte|pruf|numero|crypt|kaart|kort|kart|ssn|social|insur|sozial|secu|segur|person|answer|respon|maiden|sicher|repon|respu|respo|key|secret|token|phrase|mnemo|exp|mm|\*/i;

/** What a text about a field says of its value: `secret`, or only while it is typed, or redacted in the field alone. */
export type SecretHint = 'secret' | 'typed' | 'withheld' | 'nothing';

export function secretHint(text: string): SecretHint {
  if (text === '' || (ASCII_ONLY.test(text) && !ASCII_STEMS.test(text))) return 'nothing';
  const words = normalizeWords(text);
  if (SECRET_PATTERN.test(words) || MASK_CHARACTERS.test(text.trim())) return 'secret';
  if (KEY_PATTERN.test(words)) return 'typed';
  return CARD_EXPIRY.test(words) ? 'withheld' : 'nothing';
}

/** Whether a text asks for the digits of a code, one by one. */
export const asksForDigits = (text: string): boolean =>
  CODE_DIGITS.test(normalizeWords(text)) || secretHint(text) === 'secret';

/** Letters with a stroke or without a dot, which are no accents. */
const PLAIN_LETTERS: Record<string, string> = {
  '\u0142': 'l',
  '\u0131': 'i',
  '\u00f8': 'o',
  '\u0111': 'd',
};

/** Whether a text asks for a code of digits, and not for one that others may know, as that of a place. */
export function asksForPrivateCode(text: string): boolean {
  const words = normalizeWords(text);
  return CODE_DIGITS.test(words) && !PUBLIC_CODE.test(words);
}

/** `cardNumber` and `userSSN` as words, so that `hotpot` is no OTP; `Contraseña` without its accents. */
function normalizeWords(text: string): string {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  if (ASCII_ONLY.test(words)) return words;
  return words
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu, '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[\u0142\u0131\u00f8\u0111]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}
