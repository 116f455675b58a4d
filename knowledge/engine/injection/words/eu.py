"""Word classes of German, French, Spanish, Italian, Portuguese, Dutch, Russian, and a little Arabic."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, str]] = {
    "ignore": """
        ignoriere, ignoriert, ignorieren, vergiss, vergesst, vergessen sie, missachte, missachten, umgehe, umgehen,
        überschreibe, verwirf, übergehe, setze außer kraft, setz außer kraft, lass außer acht, halte dich nicht an,
        befolge nicht, lösche, überspringe, streiche, deaktiviere, beachte nicht, ignore, ignorez, ignorer, oublie,
        oubliez, oublier, contourne, contournez, fais abstraction de, faites abstraction de, ne tiens pas compte de,
        ne tenez pas compte de, ne suis pas, ne respecte pas, outrepasse, outrepassez, annule, annulez, désactive,
        désactivez, efface, supprime, néglige, ignora, ignorad, ignoren, ignore las, ignorar, olvida, olvide, olvidad,
        omite, omita, pasa por alto, haz caso omiso de, haga caso omiso de, no hagas caso, anula, anule, elude, salta,
        saltate, desobedece, desactiva, descarta, borra, dimentica, dimenticate, ignorate, trascura, scavalca, aggira,
        bypassa, non seguire, non tenere conto, tralascia, disattiva, cancella, sovrascrivi, esqueça, esquece,
        ignorem, desconsidere, desconsidera, despreze, contorne, pule, anule as, desative, negeer, vergeet, omzeil,
        sla over, houd geen rekening met, overschrijf, schakel uit, игнорируй, игнорируйте, забудь, забудьте, отбрось,
        отмени, отмените, обойди, не обращай внимания, не учитывай, отключи, пропусти, تجاهل, انس, انسى, تجاوز, ألغ
    """,
    "prior": """
        vorherigen, vorherige, vorhergehenden, vorangegangenen, bisherigen, bisherige, früheren, frühere, obigen,
        oben, vorigen, ursprünglichen, ursprüngliche, alten, vorher, zuvor, davor, bisher, gegebenen, deine, deinen,
        deiner, ihre, ihren, eurer, précédentes, précédents, précédente, précédent, antérieures, antérieurs,
        ci dessus, initiales, initiaux, préalables, reçues, données, tes, vos, ton, ta, votre, plus haut, d'avant,
        anciennes, anciens, anteriores, anterior, previas, previos, previa, previo, precedentes, arriba, iniciales,
        originales, recibidas, dadas, tus, tu, sus, antes, pasadas, precedenti, precedente, anteriori, sopra,
        iniziali, originali, ricevute, tue, tuoi, tuo, tua, vostre, prima, date, precedentemente, prévias, prévios,
        acima, suas, seus, originais, iniciais, recebidas, vorige, eerdere, voorgaande, bovenstaande, jouw, je,
        предыдущие, предыдущих, прежние, прошлые, вышеуказанные, ранее, твои, свои, все предыдущие, السابقة, أعلاه,
        تعليماتك
    """,
    "all": """
        alle, alles, allen, jede, jegliche, sämtliche, ganzen, toutes, tous, tout, toute, todas, todos, todo, toda,
        cualquier, tutte, tutti, tutto, qualsiasi, quaisquer, qualquer, все, всё, весь, любые, كل, جميع
    """,
    "orders": """
        anweisungen, anweisung, instruktionen, regeln, richtlinien, befehle, befehlen, vorgaben, vorschriften,
        einschränkungen, beschränkungen, programmierung, sicherheitsregeln, sicherheitsrichtlinien, systemanweisungen,
        systemprompt, aufgaben, aufträge, aufgabe, training, instructions, consignes, règles, directives, ordres,
        restrictions, contraintes, programmation, politiques, garde fous, instrucciones, instrucción, reglas, normas,
        directrices, órdenes, directivas, restricciones, limitaciones, programación, políticas, indicaciones,
        istruzioni, regole, linee guida, direttive, ordini, restrizioni, vincoli, comandi, indicazioni, limitazioni,
        programmazione, instruções, regras, diretrizes, ordens, comandos, restrições, limitações, instructies, regels,
        richtlijnen, opdrachten, beperkingen, инструкции, инструкций, правила, указания, команды, ограничения,
        приказы, التعليمات, تعليمات, القواعد, الأوامر
    """,
    "talk": """
        gespräch, besprochen, gesagt, text, kontext, was, ce qui, texte, contexte, conversation, dit, lo que, texto,
        contexto, conversación, dicho, ciò che, quello che, testo, conversazione, detto, o que, conversa, всё что,
        текст, разговор
    """,
    "you": """
        du, dir, dich, sie, ihr, ihnen, tu, toi, vous, te, tú, usted, ustedes, vosotros, lei, voi, ti, você, vocês,
        jij, u, ты, вы, тебя, вам, тебе, أنت
    """,
    "your": """
        dein, deine, deinen, deiner, deinem, ihr, ihre, ihren, ihrer, ton, ta, tes, votre, vos, tu, tus, su, sus,
        vuestro, vuestras, tuo, tua, tue, tuoi, vostro, vostre, seu, sua, seus, suas, teu, jouw, je, твой, твои, свой,
        свои, ваш, ваши
    """,
    "sysprompt": """
        systemprompt, system prompt, systemanweisungen, systemanweisung, systemnachricht, systembefehle,
        systemmeldung, anfangsanweisungen, ursprünglichen anweisungen, versteckten anweisungen, geheimen anweisungen,
        interne konfiguration, grundanweisungen, prompt système, invite système, message système,
        instructions système, consignes système, instructions initiales, instructions internes, instructions cachées,
        configuration interne, prompt de système, consignes initiales, consignes internes, prompt del sistema,
        prompt de sistema, mensaje del sistema, mensaje de sistema, instrucciones del sistema,
        instrucciones iniciales, instrucciones internas, instrucciones ocultas, configuración interna,
        indicación del sistema, prompt di sistema, messaggio di sistema, istruzioni di sistema, istruzioni iniziali,
        istruzioni interne, istruzioni nascoste, configurazione interna, prompt iniziale, prompt do sistema,
        instruções do sistema, instruções iniciais, mensagem do sistema, systeemprompt, systeeminstructies,
        prompt initial, prompt inicial, системный промпт, системную подсказку, системные инструкции,
        системное сообщение, системный запрос, скрытые инструкции, начальные инструкции, موجه النظام, تعليمات النظام,
        رسالة النظام
    """,
    "show": """
        zeige, zeig, zeigen sie, gib, geben sie, nenne, nenn, verrate, verraten sie, sag, sage, drucke, wiederhole,
        wiederholen sie, schreibe, liste, offenbare, enthülle, offenlegen, preis, veröffentliche, ausgeben, übersetze,
        kopiere, gibst, zitiere, leite, lies, montre, montrez, affiche, affichez, révèle, révélez, donne, donnez, dis,
        dites, répète, répétez, écris, écrivez, imprime, imprimez, listez, divulgue, divulguez, recopie, recopiez,
        transmets, cite, traduis, communique, muestra, muestre, muestrame, muéstrame, revela, revele, di, dime, dame,
        repite, repita, imprima, escribe, escriba, enumera, lista, divulga, copia, comparte, entrega, traduce, expón,
        cita, mostra, mostrami, rivela, rivelami, dimmi, dammi, ripeti, stampa, scrivi, elenca, svela, condividi,
        trascrivi, riporta, traduci, mostre, diga, escreva, compartilhe, toon, onthul, geef, herhaal, print, schrijf,
        покажи, покажите, выведи, раскрой, раскройте, повтори, напиши, скажи, перечисли, напечатай, сообщи, أظهر,
        اكشف, اطبع, كرر, اعرض, أخبرني
    """,
    "verbatim": """
        wortwörtlich, wörtlich, wort für wort, vollständig, exakt, genau, mot pour mot, mot à mot, textuellement,
        intégralement, exactement, palabra por palabra, literalmente, textualmente, íntegro, completo, exactamente,
        parola per parola, testualmente, integralmente, esattamente, palavra por palavra, na íntegra,
        woord voor woord, дословно, слово в слово, полностью, буквально, حرفيا
    """,
    "secret": """
        passwort, passwörter, kennwort, api schlüssel, schlüssel, zugangsdaten, geheimnisse, token, tokens,
        internen daten, interne daten, vertrauliche daten, vertraulichen, geheime, anmeldedaten, mot de passe,
        mots de passe, clé api, clés api, clé, clés, identifiants, secrets, jetons, données confidentielles,
        données internes, contraseña, contraseñas, clave, claves, clave api, credenciales, secretos, datos internos,
        datos confidenciales, clave de api, claves de api, parola d'ordine, password, chiave api, chiavi api, chiavi,
        credenziali, segreti, dati riservati, dati interni, senha, senhas, chave, chaves, credenciais, segredos,
        dados confidenciais, wachtwoord, wachtwoorden, sleutels, пароль, пароли, ключ, ключи, токен, токены, секреты,
        учетные данные, конфиденциальные, كلمة المرور, المفاتيح
    """,
    "private": """
        kundendaten, kundenliste, nutzerdaten, benutzerdaten, telefonnummer, adresse, adressen, kontonummer,
        gesprächsverlauf, verlauf, gespräche, erinnerungen, unterlagen, daten, daten der kunden, données, donnees,
        données clients, liste des clients, clients, numéro de téléphone, historique, conversations, adresses,
        souvenirs, coordonnées, datos, datos de clientes, lista de clientes, clientes, historial, conversaciones,
        conversación, teléfono, direcciones, recuerdos, datos personales, dati, dati dei clienti, lista clienti,
        elenco clienti, cronologia, conversazioni, telefono, indirizzi, ricordi, dati personali, dados,
        dados dos clientes, histórico, conversas, gegevens, klantgegevens, gesprekken, данные, данные клиентов,
        переписку, историю, контакты, список клиентов, номера, بيانات, المحادثة
    """,
    "send": """
        sende, senden, schicke, schicken, leite, weiterleiten, übermittle, versende, lade, maile, poste, envoie,
        envoyez, envoyer, transmets, transmettez, transfère, transférez, publie, téléverse, expédie, rassemble, envía,
        envíe, enviar, enviad, manda, mande, reenvía, reenvíe, transmite, publica, sube, transfiere, invia, inviate,
        inviare, spedisci, inoltra, trasmetti, pubblica, carica, trasferisci, envie, envia, encaminhe, transmita,
        publique, stuur, verstuur, verzend, отправь, отправьте, перешли, передай, пошли, загрузи, أرسل
    """,
    "dest": """
        extern, externe, externen, adresse, server, link, webseite, e mail, mail, serveur, adresse externe, lien,
        site, externo, externa, servidor, enlace, dirección, correo, sitio, esterno, esterna, indirizzo,
        server esterno, collegamento, sito, endereço, servidor externo, adres, сервер, адрес, внешний, ссылку, خادم
    """,
    "unbound": """
        uneingeschränkt, uneingeschränkte, uneingeschränkter, uneingeschränktes, unzensiert, unzensierte,
        unzensierter, ungefiltert, ohne einschränkungen, ohne einschränkung, ohne regeln, ohne grenzen, ohne filter,
        ohne zensur, ohne richtlinien, ohne jede einschränkung, ohne jegliche einschränkung,
        ohne jede beschränkung, ohne jede regel, sans la moindre restriction, sans aucune limite,
        sin ninguna restricción, sin ningún límite, senza alcuna restrizione, senza alcun limite, sem nenhuma restrição,
        keine regeln, keine richtlinien, keine einschränkungen, keine grenzen,
        keine filter, keinerlei regeln, keine richtlinien mehr, sans restriction, sans restrictions, sans limite,
        sans limites, sans filtre, sans filtres, sans censure, sans règles, non censuré, non censurée,
        aucune restriction, aucune règle, aucune limite, aucun filtre, aucune directive, plus de règles,
        pas de règles, libre de toute, sin restricciones, sin límites, sin filtros, sin censura, sin reglas,
        sin restricción, sin limitaciones, ninguna restricción, ninguna regla, no tienes reglas,
        no tienes restricciones, sin normas, sin ética, libre de, senza restrizioni, senza limiti, senza filtri,
        senza censura, senza regole, nessuna restrizione, nessuna regola, nessun limite, nessun filtro,
        non hai regole, non hai restrizioni, libero da, non valgono, senza vincoli, sem restrições, sem limites,
        sem filtros, sem censura, sem regras, zonder beperkingen, zonder regels, zonder filter, geen regels,
        без ограничений, без правил, без цензуры, без фильтров, нет ограничений, нет правил, никаких ограничений,
        بلا قيود, دون قيود, بدون قيود
    """,
    "act_as": """
        bist jetzt, bist nun, tu so, tue so, gib vor, spiele, spiel, verhalte dich, agiere, agiere als, handle als,
        antworte als, sei, stell dir vor, es maintenant, êtes maintenant, fais semblant, faites comme si, joue, jouez,
        agis, agis comme, agissez, comporte toi, incarne, deviens, réponds comme, imagine, eres ahora, ahora eres,
        actúa, actúa como, actua como, actúe, finge, pretende, haz de, compórtate, interpreta, simula, responde como,
        imagina, conviértete, sei ora, ora sei, agisci, agisci come, fai finta, fingi, comportati, rispondi come,
        immagina, diventa, siete ora, aja como, finja, você é agora, agora você é, atue, gedraag je, doe alsof,
        je bent nu, ты теперь, теперь ты, действуй как, притворись, веди себя, представь, أنت الآن, تصرف, تظاهر
    """,
    "jailbreak": """
        entwicklermodus, developer modus, dan, jailbreak, gott modus, administratormodus, debug modus,
        mode développeur, mode développeur activé, mode administrateur, mode debug, modo desarrollador,
        modo de desarrollador, modo administrador, modo dios, modo sin restricciones, modalità sviluppatore,
        modalità amministratore, modalità debug, modo desenvolvedor, ontwikkelaarsmodus, режим разработчика,
        وضع المطور
    """,
    "enable": """
        aktiviere, aktiviert, aktivieren, schalte, wechsle, starte, activé, active, activez, passe, passez, entre,
        activa, activado, entra, cambia, habilita, attiva, attivata, attivato, passa, ative, ativado, activeer,
        включи, включен, активируй, تفعيل, تم
    """,
    "never": """
        nie, niemals, nicht, kein, keine, nicht mehr, ne, jamais, pas, plus, aucun, no, nunca, jamás, ningún, ninguna,
        non, mai, nessuno, nessuna, não, niet, nooit, geen, не, никогда, нет, لا
    """,
    "refuse": """
        ablehnen, lehnst, lehne, verweigere, verweigerst, weigere, refuser, refuse, refuses, refusez, décline,
        rechaces, rechaza, rechazar, niegues, te niegues, rifiutare, rifiuti, rifiuta, recuse, recusar, weiger,
        отказывай, отказывайся, отказываешься, ترفض
    """,
    "obey": """
        befolge, befolgst, befolgen, gehorche, folge, folgen, führe aus, tue, tust, suis, suivez, obéis, obéissez,
        exécute, exécutez, obedece, obedezca, sigue, siga, cumple, cumpla, ejecuta, ejecute, obbedisci, segui, esegui,
        eseguite, obedeça, execute, gehoorzaam, volg, voer uit, выполняй, выполни, следуй, подчиняйся, نفذ, اتبع, نفّذ
    """,
    "from_now": """
        ab jetzt, ab sofort, von nun an, ab nun, von jetzt an, künftig, désormais, à partir de maintenant, dorénavant,
        dès maintenant, à partir d'ici, a partir de ahora, de ahora en adelante, desde ahora, en adelante,
        a partire da ora, d'ora in poi, da ora in poi, da adesso, a partir de agora, de agora em diante, vanaf nu,
        voortaan, отныне, с этого момента, теперь, впредь, من الآن
    """,
    "new": """
        neue, neuen, neuer, neues, nouvelle, nouvelles, nouveau, nueva, nuevas, nuevo, nuevos, nuova, nuove, nuovo,
        nuovi, nova, novas, nieuwe, новые, новая, новое, جديدة
    """,
    "voided": """
        gelten nicht mehr, gilt nicht mehr, sind ungültig, ist ungültig, aufgehoben, außer kraft, hinfällig, ungültig,
        aufgehoben worden, ne s'appliquent plus, ne s'applique plus, n'est plus valable, ne sont plus valables,
        annulées, annulés, levées, caduques, ya no se aplican, ya no aplican, ya no son válidas, anuladas, canceladas,
        derogadas, quedan anuladas, non si applicano più, non valgono più, annullate, revocate, non sono più valide,
        não se aplicam mais, больше не действуют, недействительны, отменены, لم تعد
    """,
    "safety": """
        sicherheit, sicherheitsregeln, sicherheitsprüfungen, sicherheitsrichtlinien, ethik, moral, zensur, filter,
        inhaltsrichtlinien, sécurité, éthique, morale, censure, filtres, filtre, règles de sécurité, seguridad, ética,
        censura, filtros, filtro, reglas de seguridad, sicurezza, etica, filtri, linee guida di sicurezza, segurança,
        veiligheid, безопасности, этики, цензуры, фильтры
    """,
    "secretly": """
        heimlich, ohne es zu sagen, sag es nicht, erwähne nicht, verschweige, ohne wissen, ohne den nutzer,
        ohne dem nutzer, secrètement, discrètement, sans le dire, sans prévenir, ne le dis pas, ne dis pas,
        ne mentionne pas, à l'insu, en secreto, sin decir, sin avisar, no menciones, no digas, no se lo digas,
        sin que el usuario, di nascosto, segretamente, senza dirlo, senza avvisare, non dire, non menzionare,
        secretamente, sem avisar, stiekem, тайно, не сообщай, не говори, незаметно
    """,
    "no_check": """
        ohne bestätigung, ohne rückfrage, ohne nachzufragen, ohne zu fragen, ohne genehmigung, ohne prüfung,
        sans confirmation, sans demander, sans vérification, sans validation, sans approbation, sin confirmación,
        sin confirmar, sin preguntar, sin verificación, sin autorización, sin aprobación, senza conferma,
        senza chiedere, senza verifica, senza approvazione, senza autorizzazione, sem confirmação, sem perguntar,
        zonder bevestiging, без подтверждения, без проверки, без вопросов, не спрашивая, دون تأكيد
    """,
    "forever": """
        dauerhaft, für immer, immer, ständig, permanent, pour toujours, définitivement, toujours, en permanence,
        para siempre, permanentemente, siempre, per sempre, sempre, definitivamente, para sempre, voor altijd,
        навсегда, всегда, постоянно, دائما
    """,
    "remember": """
        merke, merke dir, merk dir, speichere, erinnere dich, behalte, mémorise, retiens, souviens toi, enregistre,
        rappelle toi, recuerda, recuerde, memoriza, guarda, guarde, almacena, ricorda, ricordati, memorizza, salva,
        lembre, lembre se, onthoud, запомни, запомните, сохрани, помни, تذكر, احفظ
    """,
    "trusted": """
        administrator, admin, vertrauenswürdig, verifiziert, genehmigt, administrateur, fiable, vérifié, approuvé,
        autorisé, administrador, confiable, verificado, aprobado, autorizado, amministratore, affidabile, verificato,
        approvato, autorizzato, verificada, администратор, администратором, доверенный, проверен, المسؤول
    """,
    "run": """
        führe, ausführen, starte, rufe, lösche, überweise, nutze, exécute, lance, appelle, supprime, vire, utilise,
        ejecuta, lanza, llama, borra, elimina, transfiere, usa, utiliza, esegui, lancia, chiama, cancella,
        trasferisci, execute, apague, voer, verwijder, выполни, запусти, удали, переведи, вызови
    """,
    "tool": """
        shell, befehl, befehle, werkzeug, tool, terminal, überweisung, konto, datenbank, backup, dateien, commande,
        commandes, outil, virement, compte, base de données, sauvegarde, fichiers, comando, comandos, herramienta,
        transferencia, cuenta, base de datos, copia, archivos, strumento, bonifico, conto, file, ferramenta, команду,
        инструмент, перевод, счет, базу, файлы, أداة
    """,
    "embed": """
        füge, hänge, ergänze, schreibe, ajoute, ajoutez, insère, inclus, termine, añade, agrega, incluye, inserta,
        pon, aggiungi, inserisci, includi, aggiunto, deve essere aggiunto, adicione, inclua, voeg, добавь, вставь,
        добавляй, أضف
    """,
    "reply": """
        antwort, antworten, réponse, réponses, respuesta, respuestas, risposta, risposte, resposta, respostas,
        antwoord, ответ, ответу, ответа, ответов, ответе, الرد
    """,
    "every": """
        jede, jeder, jedem, alle, ende, am ende, chaque, toutes, à la fin, fin, cada, todas, al final, final, ogni,
        tutte, alla fine, fine, ao final, elk, elke, каждый, каждому, каждом, конце, в конце, كل
    """,
    "note": """
        systemhinweis, systemnotiz, hinweis, wichtig, achtung, note système, note du système, important, attention,
        nota de sistema, nota del sistema, importante, atención, aviso, nota di sistema, attenzione, avviso,
        nota do sistema, systeemmelding, системное, важно, внимание, تنبيه
    """,
    "ai": """
        ki, assistent, sprachmodell, modell, chatbot, ia, assistant, modèle, modèle de langage, asistente, modelo,
        modelo de lenguaje, assistente, modello, modello linguistico, assistente virtuale, ии, ассистент, модель,
        помощник, бот, chatgpt, مساعد, نموذج
    """,
    "about": """
        über, zu, bezüglich, für, aus, sur, concernant, pour, dans, sobre, para, acerca de, con, su, per, riguardo,
        sobre a, over, voor, о, по, для
    """,
    "approved": """
        freigegeben, genehmigt, geprüft, bestätigt, approuvé, approuvée, validé, validée, vérifiée, aprobado, aprobada,
        verificado, verificada, revisada, approvato, approvata, verificato, aprovado, aprovada, goedgekeurd
    """,
    "skip": """
        überspringe, überspringen, überspring, lass weg, entfällt, saute, sautez, ignore, ignorez, omite, salta,
        omitir, ometti, pule, sla over, keine, aucune, ninguna, nessuna, ohne, sans, sin, senza
    """,
    "first_message": """
        allerersten nachricht, allererste nachricht, tout premier message, primerísimo mensaje, primissimo messaggio,
        erste nachricht dieses chats, ersten nachricht dieses chats, premier message de cette conversation,
        primer mensaje de esta conversación, primo messaggio di questa conversazione
    """,
    "as_if_free": """
        als gäbe es keine regeln, als gäbe es keine regel, als ob es keine regeln gäbe, als gäbe es keine grenzen,
        als gäbe es keine vorschriften, comme si aucune règle, comme s'il n'y avait aucune règle,
        comme s'il n'y avait pas de règles, comme si les règles n'existaient pas, como si no existiera ninguna regla,
        como si no existieran reglas, como si no hubiera reglas, como si no hubiera normas, come se non esistesse
        alcuna regola, come se non ci fossero regole, come se non esistessero regole, como se não houvesse regras
    """,
    "check": """
        prüfung, überprüfung, kontrolle, freigabe, bestätigung, vérification, contrôle, revue, confirmation,
        verificación, revisión, confirmación, verifica, revisione, controllo, conferma, verificação, controle
    """,
    "not": "nicht, niemals, nie, ne, pas, jamais, no, nunca, non, mai, não, niet, nooit, не, никогда, لا",
}
